/** Who must do what, in a sentence. */
import { useTable } from "../../model/table/context";
import { useSaid } from "../../model/table/said";
import { useToldView } from "../../theatre/context";
import { isOwnPhase } from "./phase";
import { useTexts } from "./texts";
import { useVariant } from "./variant";
import { kuhhandelView } from "./view";

/** What somebody else chooses while nothing lies in the middle of the table. */
export function useChoosing(): (phase: string, seat: number) => string {
  const said = useSaid();
  const { turnKey } = useVariant();
  const seats = useTable((state) => kuhhandelView(state.view)?.seats.length ?? 0);
  return (phase, seat) => said(`phase.${phase === "turn" ? turnKey(seats) : phase}.other`, { seat });
}

export function usePrompt(): string {
  const { t } = useTexts();
  const said = useSaid();
  const choosing = useChoosing();
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  const more = useVariant().usePrompt();
  const you = useTable((state) => state.you);
  const asked = useTable(({ view, you: seat }) => {
    const shown = kuhhandelView(view);
    return shown?.phase.phase === "envelopes" && seat !== null && shown.asked.includes(seat);
  });
  const told = useToldView()?.phase.phase;
  const paused = useTable((state) => state.party?.stage === "paused");
  if (paused) return t("play.banner.paused");
  if (phase !== undefined && !isOwnPhase(phase)) return more(phase);
  switch (phase?.phase) {
    case "turn":
      return choosing(phase.phase, phase.seat);
    case "bidding":
      if (phase.auctioneer === you) return t("play.bar.auctioneer");
      if (you !== null && phase.barred.includes(you)) return t("play.bar.barred");
      if (phase.high?.seat === you) return t("play.bar.you_lead");
      if (you !== null && phase.passed.includes(you)) return t("play.bar.passed");
      return phase.polled === null ? t("phase.bidding.open") : said("phase.bidding.other", { seat: phase.polled });
    case "envelopes":
      if (you !== null && phase.barred.includes(you)) return t("play.bar.barred");
      // Whoever is asked and can do nothing has answered: on another page, or before this one was opened.
      return t(asked ? "play.bar.handed_in" : "phase.envelopes.other");
    case "preemption":
      return said("phase.preemption.other", { seat: phase.auctioneer, bidder: phase.high.seat }, { amount: phase.high.amount });
    case "payment":
      return said("phase.payment.other", { seat: phase.payer, payee: phase.payee }, { price: phase.price });
    case "offering": {
      const seats = { seat: phase.challenger, challenged: phase.challenged };
      return said(phase.bout > 1 ? "phase.offering.other_again" : "phase.offering.other", seats);
    }
    case "responding":
      return said("phase.responding.other", { seat: phase.challenged });
    case "ended":
      return t(told === "ended" ? "phase.ended" : "phase.between");
    default:
      return t("phase.between");
  }
}
