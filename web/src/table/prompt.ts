/** Who must do what, in a sentence. */
import { useTexts } from "../i18n/text";
import type { CoveringView, ExtraView, TurnView } from "../protocol/types";
import { useTable } from "./context";
import { dividesOf } from "./market";
import { useNames } from "./names";

/** What somebody else chooses while nothing lies in the middle of the table. */
export function useChoosing(): (phase: TurnView | ExtraView | CoveringView) => string {
  const { t } = useTexts();
  const names = useNames();
  const divides = useTable((state) => dividesOf(state.view));
  return (phase) => {
    const key = phase.phase === "turn" && divides ? "turn_two" : phase.phase;
    return t(`phase.${key}.other`, { seat: names[phase.seat] ?? "" });
  };
}

export function usePrompt(): string {
  const { t } = useTexts();
  const names = useNames();
  const choosing = useChoosing();
  const phase = useTable((state) => state.view?.phase);
  const you = useTable((state) => state.you);
  const paused = useTable((state) => state.party?.stage === "paused");
  if (paused) return t("play.banner.paused");
  const name = (seat: number): string => names[seat] ?? "";
  switch (phase?.phase) {
    case "turn":
    case "extra":
    case "covering":
      return choosing(phase);
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
    case "countdown":
      if (phase.auctioneer === you) return t("play.master.you_count");
      if (you !== null && phase.barred.includes(you)) return t("play.bar.barred");
      return t("play.master.counting", { seat: name(phase.auctioneer) });
    case "pedigree_hammer": {
      const args = { seat: name(phase.auctioneer), bidder: name(phase.high.seat), count: phase.high.amount };
      return t("play.master.decides", args);
    }
    case "pedigree_payment": {
      const args = { seat: name(phase.payer), payee: name(phase.payee), count: phase.price };
      return t("play.master.pays", args);
    }
    case "rat_round":
      return t("play.master.rat_theirs", { seat: name(phase.polled) });
    case "dividing":
      return t("play.master.divides", { seat: name(phase.seat) });
    case "ended":
      return t("phase.ended");
    default:
      return t("phase.between");
  }
}
