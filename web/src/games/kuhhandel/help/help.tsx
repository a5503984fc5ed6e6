/** The help at Kuhhandel's table. */
import type { ReactNode } from "react";
import { type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import { useTable } from "../../../model/table/context";
import { offered } from "../../../model/table/options";
import { useNames } from "../../../model/table/names";
import type { GameHelp, HelpTexts, Shortcut } from "../../../model/game/game";
import { isOwnPhase, type OwnPhase } from "../phase";
import { details, situation } from "./situation";
import { useTradeWords } from "../trade/tradeWords";
import { kuhhandelView } from "../view";

export const TEXTS: TextFiles = byLanguage(import.meta.glob<TextModule>("./help.*.json"));

export const KEYS: readonly Shortcut[] = [{ key: "↑ ↓", does: "keys.arrows" }];

/** What there is to add about bids that go round, and about the money of a trade. */
export function HelpNotes({ phase, help }: { readonly phase: OwnPhase; readonly help: HelpTexts }): ReactNode {
  const money = useTable((state) => kuhhandelView(state.view)?.rules.trade_money);
  const calls = useTable((state) => offered(state.options, "call").length > 0);
  const words = useTradeWords();
  switch (phase.phase) {
    case "bidding":
      if (calls) return help("now.own_gavel");
      return phase.polled !== null && help("now.in_turns");
    case "offering":
    case "responding":
      return money !== undefined && words(phase.animal).money(money);
    default:
      return null;
  }
}

function Now({ help }: { readonly help: HelpTexts }): ReactNode {
  const names = useNames();
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  const you = useTable((state) => state.you);
  if (phase === undefined || !isOwnPhase(phase)) return null;
  return (
    <p className="help-now" role="status">
      {help(`now.${situation(phase, you)}`, details(phase, (seat) => names[seat] ?? ""))} <HelpNotes phase={phase} help={help} />
    </p>
  );
}

export default { texts: [TEXTS], Now, keys: KEYS } satisfies GameHelp;
