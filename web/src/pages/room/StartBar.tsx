/** The way on: to sit down, to start, or to know whom one waits for. */
import { lazy, type ReactNode, Suspense } from "react";
import { useGame } from "../../model/game/context";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { useTable, useTableStore } from "../../model/table/context";
import { usePreferences } from "../../model/table/preferences";
import { useNames } from "../../model/table/names";
import { Collecting } from "./Collecting";
import { newBots, USUAL } from "./newBots";
import { usePressGuard } from "../../ui/usePressGuard";
import { useSitDown } from "./useSitDown";
import "./StartBar.css";

// Most tables are started by their host.
const StartClock = lazy(async () => ({ default: (await import("../../people")).StartClock }));

type Way = "join" | "fill" | "start";

export function StartBar({ party }: { readonly party: PartyView }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const store = useTableStore();
  const you = useTable((state) => state.you);
  const may = useTable((state) => state.may);
  const game = useGame();
  const sitDown = useSitDown();
  const level = usePreferences((state) => state.level);
  const free = party.places.flatMap(({ kind }, seat) => (kind === "empty" ? [seat] : []));
  const first = free[0];
  const shuffling = party.stage === "revealing";
  // People come by for days: there is nothing to press meanwhile.
  const collecting = shuffling && party.pace === "slow";
  const starts = may.includes("start");
  // One button, which stays where it is while what it does changes.
  const way = ((): Way | null => {
    if (collecting) return null;
    if (shuffling) return you !== null && you === party.host ? "start" : null;
    if (you === null) return sitDown === null || first === undefined ? null : "join";
    if (first !== undefined) return may.includes("seat_bot") ? "fill" : null;
    return starts ? "start" : null;
  })();
  const [guarded, guard] = usePressGuard(String(way));

  const fill = (): void => {
    const bots = game === null ? [] : newBots(game.bots, party.places, free.length, level);
    free.forEach((seat, index) => store.ask({ type: "seat_bot", seat, bot: bots[index] ?? USUAL }));
  };
  const press = (): void => {
    if (guarded) return;
    guard();
    if (way === "fill") fill();
    else if (way === "start") store.ask({ type: "start" });
    else if (first !== undefined) sitDown?.(first);
  };
  const said = (): string => {
    if (shuffling) return t("home.room.shuffling");
    if (you === null) return first === undefined ? t("home.room.full") : "";
    if (free.length > 0) return t("home.room.free_seats", { count: free.length });
    if (starts) return t("home.room.all_here");
    if (party.starts !== undefined) return t("home.room.all_here");
    return party.host === null ? t("home.room.no_host") : t("home.room.wait_for", { name: names[party.host] ?? "" });
  };
  return (
    <div className="start-bar">
      {party.aborts > 0 && party.stage === "open" && <p className="notice">{t("home.room.aborted")}</p>}
      {collecting ? (
        <Collecting party={party} />
      ) : (
        <p className="start-said" id="start-said" role="status">
          {said()}
        </p>
      )}
      {party.starts !== undefined && party.stage === "open" && (
        <Suspense fallback={<p className="start-said">&nbsp;</p>}>
          <StartClock party={party} />
        </Suspense>
      )}
      {way !== null && (
        <button
          type="button"
          className={way === "fill" ? "btn big-btn" : "btn btn--go big-btn"}
          disabled={shuffling}
          aria-disabled={guarded}
          aria-describedby="start-said"
          onClick={press}
        >
          {t(`home.room.${way}`)}
        </button>
      )}
    </div>
  );
}
