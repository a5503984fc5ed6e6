/** The help at Kuhhandel Master's table: Kuhhandel's, with what is played otherwise. */
import type { ReactNode } from "react";
import { type Args, type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import type { PhaseView } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { useNames } from "../../../model/table/names";
import type { GameHelp, HelpTexts } from "../../../model/game/game";
import { HelpNotes, KEYS, TEXTS as KUHHANDEL } from "../../kuhhandel/help/help";
import { isOwnPhase } from "../../kuhhandel/phase";
import { details as ownDetails, situation as ownSituation } from "../../kuhhandel/help/situation";
import { VariantContext } from "../../kuhhandel/variant";
import { kuhhandelView } from "../../kuhhandel/view";
import { details, situation } from "./situation";
import { divides, MASTER } from "../variant";

const TEXTS: TextFiles = byLanguage(import.meta.glob<TextModule>("./help.*.json"));

/** The key of what goes on, and whom it is about. Where the deck is divided, nobody auctions. */
function told(phase: PhaseView, you: number | null, seats: number, name: (seat: number) => string): readonly [string, Args] {
  if (!isOwnPhase(phase)) return [situation(phase, you), details(phase, name)];
  const key = phase.phase === "turn" && divides(seats) ? `turn_two_${phase.seat === you ? "own" : "onlooker"}` : ownSituation(phase, you);
  return [key, ownDetails(phase, name)];
}

function Now({ help }: { readonly help: HelpTexts }): ReactNode {
  const names = useNames();
  const view = useTable((state) => kuhhandelView(state.view));
  const you = useTable((state) => state.you);
  if (view === null) return null;
  const { phase, seats } = view;
  const [key, args] = told(phase, you, seats.length, (seat) => names[seat] ?? "");
  const rats = (phase.phase === "offering" || phase.phase === "responding") && phase.animal === MASTER.unwanted;
  return (
    <VariantContext value={MASTER}>
      <p className="help-now" role="status">
        {help(`now.${key}`, args)} {rats && `${help("now.rats", { seat: names[phase.challenger] ?? "" })} `}
        {isOwnPhase(phase) && <HelpNotes phase={phase} help={help} />}
      </p>
    </VariantContext>
  );
}

export default {
  texts: [KUHHANDEL, TEXTS],
  Now,
  keys: [...KEYS, { key: { text: "keys.space_key" }, does: "keys.space", last: true }],
} satisfies GameHelp;
