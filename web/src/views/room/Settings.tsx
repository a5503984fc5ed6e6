/** What is played, as chips. Everybody can look behind them; the host can change what is there. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useGame } from "../../games/context";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { EditionDialog, PaceDialog, SeatsDialog, VisibilityDialog } from "./dialogs";
import { RulesDialog } from "./RulesDialog";
import { useArranging } from "./useArranging";
import "./Settings.css";

const StartChip = lazy(async () => ({ default: (await import("../../company")).StartChip }));
const HoursChip = lazy(async () => ({ default: (await import("../../bell")).HoursChip }));

type Open = "edition" | "pace" | "visibility" | "seats" | "rules" | "cards";

export function Settings({ party }: { readonly party: PartyView }): ReactNode {
  const { t, find } = useTexts();
  const { changed, edition } = useArranging();
  const CardsDialog = useGame()?.CardsDialog;
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const own = Object.keys(changed).length;
  const chips: readonly (readonly [Open, string])[] = [
    ["edition", find(`edition.${party.edition}.title`) ?? party.edition],
    ["seats", t("home.room.for", { count: party.places.length })],
    ["pace", t(`home.pace.${party.pace}.title`)],
    ["visibility", t(party.public ? "home.visibility.public.title" : "home.visibility.private.title")],
    ["rules", own === 0 ? t("home.rules.none") : t("home.rules.some", { count: own })],
    ...(edition?.card_file === true && CardsDialog !== undefined ? [["cards", t(party.brought ? "home.cards.brought" : "home.cards.box")] as const] : []),
  ];
  const marked = (name: Open): boolean => (name === "rules" && own > 0) || (name === "cards" && party.brought);
  return (
    <>
      <div className="wraps chips" role="group" aria-label={t("home.room.settings")}>
        {chips.map(([name, text]) => (
          <button key={name} type="button" className="chip-btn" aria-haspopup="dialog" data-marked={marked(name)} onClick={() => setOpen(name)}>
            {text}
          </button>
        ))}
        <Suspense fallback={null}>
          <StartChip party={party} />
        </Suspense>
        {party.pace === "slow" && (
          <Suspense fallback={null}>
            <HoursChip party={party} />
          </Suspense>
        )}
      </div>
      {open === "edition" && <EditionDialog party={party} onClose={close} />}
      {open === "seats" && <SeatsDialog party={party} onClose={close} />}
      {open === "pace" && <PaceDialog party={party} onClose={close} />}
      {open === "visibility" && <VisibilityDialog party={party} onClose={close} />}
      {open === "cards" && CardsDialog !== undefined && (
        <Suspense fallback={null}>
          <CardsDialog party={party} onClose={close} />
        </Suspense>
      )}
      {open === "rules" && <RulesDialog party={party} onClose={close} />}
    </>
  );
}
