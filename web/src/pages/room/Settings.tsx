/** What is played, as chips. Everybody can look behind them; the host can change what is there. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { hourOf } from "../../notifications/hours";
import { useGame } from "../../model/game/context";
import { decisionTime, USUAL_HOURS } from "../../i18n/decisionTime";
import { useTexts } from "../../i18n/text";
import { useIsOffline } from "../../model/table/context";
import type { PartyView } from "../../protocol/types";
import { EditionDialog, PaceDialog, SeatsDialog, VisibilityDialog } from "./dialogs";
import { RulesDialog } from "./RulesDialog";
import { useArranging } from "../../model/table/useArranging";
import "./Settings.css";

// What comes late moves what is below it: the chips are here at once, and only their dialogs are loaded when they are wanted.
const StartDialog = lazy(async () => ({ default: (await import("../../people")).StartDialog }));
const HoursDialog = lazy(async () => ({ default: (await import("../../notifications")).HoursDialog }));

type Open = "edition" | "pace" | "visibility" | "seats" | "rules" | "cards" | "start" | "hours";

/** What matters only where others can come. */
const WITH_OTHERS: readonly Open[] = ["pace", "visibility", "start"];

export function Settings({ party }: { readonly party: PartyView }): ReactNode {
  const { t, find, language } = useTexts();
  const { changed, edition } = useArranging();
  const here = useIsOffline();
  const game = useGame();
  const CardsDialog = game?.CardsDialog;
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const starts = party.starts ?? "host";
  const hours = party.hours === undefined ? null : { from: hourOf(party.hours.begins), to: hourOf(party.hours.ends) };
  const played = hours === null ? t("home.room.hours_always") : t("home.room.hours_some", { ...hours });
  // What comes with a pace is nobody's own.
  const paced = (party.pace === "slow" ? game?.pacedRules : undefined) ?? [];
  const own = Object.keys(changed).filter((name) => !paced.includes(name)).length;
  const chips: readonly (readonly [Open, string])[] = [
    ["edition", find(`edition.${party.edition}.title`) ?? party.edition],
    ["seats", t("home.room.for", { count: party.places.length })],
    ["pace", [t(`home.pace.${party.pace}.title`), ...(party.pace === "slow" ? [decisionTime(party.decision_hours ?? USUAL_HOURS, language)] : [])].join(" · ")],
    ["visibility", t(party.public ? "home.visibility.public.title" : "home.visibility.private.title")],
    ["rules", own === 0 ? t("home.rules.none") : t("home.rules.some", { count: own })],
    ...(edition?.card_file === true && CardsDialog !== undefined ? [["cards", t(party.brought ? "home.cards.brought" : "home.cards.box")] as const] : []),
    ["start", t(`home.room.start_by.${starts}`)],
    ...(party.pace === "slow" ? [["hours", played] as const] : []),
  ];
  const marks: Partial<Record<Open, boolean>> = { rules: own > 0, cards: party.brought, start: starts !== "host", hours: hours !== null };
  return (
    <>
      <div className="wraps chips" role="group" aria-label={t("home.room.settings")}>
        {chips.filter(([name]) => !here || !WITH_OTHERS.includes(name)).map(([name, text]) => (
          <button key={name} type="button" className="chip-btn" aria-haspopup="dialog" data-marked={marks[name] === true} onClick={() => setOpen(name)}>
            {text}
          </button>
        ))}
      </div>
      {open === "edition" && <EditionDialog party={party} onClose={close} />}
      {open === "seats" && <SeatsDialog party={party} onClose={close} />}
      {open === "pace" && <PaceDialog party={party} onClose={close} />}
      {open === "visibility" && <VisibilityDialog party={party} onClose={close} />}
      <Suspense fallback={null}>
        {open === "cards" && CardsDialog !== undefined && <CardsDialog party={party} onClose={close} />}
        {open === "start" && <StartDialog party={party} onClose={close} />}
        {open === "hours" && <HoursDialog hours={hours} text={played} onClose={close} />}
      </Suspense>
      {open === "rules" && <RulesDialog party={party} onClose={close} />}
    </>
  );
}
