/** Who must do what, in a sentence. */
import { useTable } from "../../table/context";
import { useNames } from "../../table/names";
import { isOwnPhase } from "./phase";
import { useTexts } from "./texts";
import { useVariant } from "./variant";
import { kuhhandelView } from "./view";

/** What somebody else chooses while nothing lies in the middle of the table. */
export function useChoosing(): (phase: string, seat: number) => string {
  const { find } = useTexts();
  const names = useNames();
  const { turnKey } = useVariant();
  const seats = useTable((state) => kuhhandelView(state.view)?.seats.length ?? 0);
  return (phase, seat) => find(`phase.${phase === "turn" ? turnKey(seats) : phase}.other`, { seat: names[seat] ?? "" }) ?? "";
}

export function usePrompt(): string {
  const { t } = useTexts();
  const names = useNames();
  const choosing = useChoosing();
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  const more = useVariant().usePrompt();
  const you = useTable((state) => state.you);
  const paused = useTable((state) => state.party?.stage === "paused");
  if (paused) return t("play.banner.paused");
  const name = (seat: number): string => names[seat] ?? "";
  if (phase !== undefined && !isOwnPhase(phase)) return more(phase);
  switch (phase?.phase) {
    case "turn":
      return choosing(phase.phase, phase.seat);
    case "bidding":
      if (phase.auctioneer === you) return t("play.bar.auctioneer");
      if (you !== null && phase.barred.includes(you)) return t("play.bar.barred");
      if (phase.high?.seat === you) return t("play.bar.you_lead");
      if (you !== null && phase.passed.includes(you)) return t("play.bar.passed");
      return phase.polled === null ? t("phase.bidding.open") : t("phase.bidding.other", { seat: name(phase.polled) });
    case "preemption": {
      const args = { seat: name(phase.auctioneer), bidder: name(phase.high.seat), amount: phase.high.amount };
      return t("phase.preemption.other", args);
    }
    case "payment": {
      const args = { seat: name(phase.payer), payee: name(phase.payee), price: phase.price };
      return t("phase.payment.other", args);
    }
    case "offering": {
      const args = { seat: name(phase.challenger), challenged: name(phase.challenged) };
      return t(phase.bout > 1 ? "phase.offering.other_again" : "phase.offering.other", args);
    }
    case "responding":
      return t("phase.responding.other", { seat: name(phase.challenged) });
    case "ended":
      return t("phase.ended");
    default:
      return t("phase.between");
  }
}
