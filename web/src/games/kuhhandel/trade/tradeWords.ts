/** What is said about a trade; some kinds have words of their own. */
import type { Kind } from "../../../protocol/types";
import { useSaid } from "../../../model/table/said";
import { useTexts } from "../texts";
import { type TradeWords, useVariant } from "../variant";

export function useTradeWords(): (animal: Kind) => TradeWords {
  const { t } = useTexts();
  const said = useSaid();
  const special = useVariant().useTradeWords();
  return (animal) =>
    special(animal) ?? {
      note: null,
      wants: (seat, stake) => t("play.trade.wants", { seat, stake }),
      won: (seat, stake) => said("play.happening.won", { seat }, { stake }),
      acceptWhy: () => t("play.trade.accept_why"),
      money: (rule) => t(`play.trade.money.${rule}`),
      answer: (how, challenger) => t(`phase.responding.${how}`, { challenger }),
    };
}
