/** The way on: to sit down, to start, or to know whom one waits for. */
import { lazy, type ReactNode, Suspense } from "react";
import { Icon } from "../../ui/Icon";
import { useGame } from "../../games/context";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { useTable, useTableStore } from "../../table/context";
import { useNames } from "../../table/names";
import { newBots, USUAL } from "./newBots";
import { useSitDown } from "./useSitDown";
import "./StartBar.css";

// Most tables are started by their host.
const StartClock = lazy(async () => ({ default: (await import("../../company")).StartClock }));

export function StartBar({ party }: { readonly party: PartyView }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const store = useTableStore();
  const you = useTable((state) => state.you);
  const may = useTable((state) => state.may);
  const game = useGame();
  const sitDown = useSitDown();
  const free = party.places.flatMap(({ kind }, seat) => (kind === "empty" ? [seat] : []));
  const first = free[0];
  const starts = may.includes("start");

  const fill = (): void => {
    const bots = game === null ? [] : newBots(game.bots, party.places, free.length);
    free.forEach((seat, index) => store.ask({ type: "seat_bot", seat, bot: bots[index] ?? USUAL }));
  };
  const said = (): string => {
    if (party.stage === "revealing") return t("home.room.shuffling");
    if (you === null) return first === undefined ? t("home.room.full") : "";
    if (free.length > 0) return t(starts ? "home.room.missing" : "home.room.free_seats", { count: free.length });
    if (starts) return t("home.room.all_here");
    if (party.starts !== undefined) return t("home.room.all_here");
    return party.host === null ? t("home.room.no_host") : t("home.room.wait_for", { name: names[party.host] ?? "" });
  };
  return (
    <div className="start-bar">
      {party.aborts > 0 && party.stage === "open" && <p className="notice">{t("home.room.aborted")}</p>}
      <p className="start-said" id="start-said" role="status">
        {said()}
      </p>
      {party.starts !== undefined && party.stage === "open" && (
        <Suspense fallback={null}>
          <StartClock party={party} />
        </Suspense>
      )}
      {you === null && sitDown !== null && first !== undefined && (
        <button type="button" className="btn btn--go big-btn" onClick={() => sitDown(first)}>
          {t("home.room.join")}
        </button>
      )}
      {starts && (
        <button
          type="button"
          className={free.length > 0 ? "btn big-btn" : "btn btn--go big-btn"}
          disabled={free.length > 0}
          aria-describedby="start-said"
          onClick={() => store.ask({ type: "start" })}
        >
          {t("home.room.start")}
        </button>
      )}
      <div className="wraps start-row">
        {free.length > 0 && may.includes("seat_bot") && (
          <button type="button" className="btn" onClick={fill}>
            <Icon name="robot" size={20} /> {t("home.room.fill")}
          </button>
        )}
        {may.includes("leave") && (
          <button type="button" className="btn" onClick={() => store.ask({ type: "leave" })}>
            <Icon name="door" size={20} /> {t("home.room.leave")}
          </button>
        )}
      </div>
    </div>
  );
}
