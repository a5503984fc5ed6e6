/** Whose turn it is in the phases that only Kuhhandel Master has, and what they must do. */
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { useSaid } from "../../model/table/said";
import type { Turn } from "../../model/table/turn";
import type { MorePhase } from "../kuhhandel/phase";
import { useChoosing } from "../kuhhandel/prompt";
import { useTexts } from "./texts";

export function useTurn(): (phase: MorePhase) => Turn {
  const { t } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  const name = (seat: number): string => names[seat] ?? "";
  return (phase) => {
    switch (phase.phase) {
      case "countdown":
      case "pedigree_hammer":
      case "pedigree_payment":
      case "rat_envelopes":
        if (phase.auctioneer === you) return { seat: you, text: t("play.turn.you_auction") };
        return { seat: phase.auctioneer, text: t("play.turn.auctions", { seat: name(phase.auctioneer) }) };
      case "rat_round":
        if (phase.polled === you) return { seat: you, text: t("play.turn.you") };
        return { seat: phase.polled, text: t("play.master.rat_turn", { seat: name(phase.polled) }) };
      case "dividing":
        if (phase.seat === you) return { seat: you, text: t("play.turn.you") };
        return { seat: phase.seat, text: t("play.master.divides", { seat: name(phase.seat) }) };
      case "extra":
      case "covering":
        if (phase.seat === you) return { seat: you, text: t("play.turn.you") };
        return { seat: phase.seat, text: t("play.turn.chooses", { seat: name(phase.seat) }) };
    }
  };
}

export function usePrompt(): (phase: MorePhase) => string {
  const { t } = useTexts();
  const said = useSaid();
  const choosing = useChoosing();
  const you = useTable((state) => state.you);
  // Whoever is asked and can do nothing has answered.
  const answered = useTable(({ view, you: seat }) => view?.game === "master" && view.sealed && seat !== null && view.asked.includes(seat));
  const once = useTable(({ view }) => view?.game === "master" && view.rules.pedigree_mode === "envelopes");
  return (phase) => {
    switch (phase.phase) {
      case "rat_envelopes":
        return t(answered ? "play.bar.handed_in" : "phase.rat_envelopes.other");
      case "countdown":
        if (once && answered) return t("play.bar.handed_in");
        if (phase.auctioneer === you) return t("play.master.you_count");
        if (you !== null && phase.barred.includes(you)) return t("play.bar.barred");
        return said("play.master.counting", { seat: phase.auctioneer });
      case "pedigree_hammer":
        return said("play.master.decides", { seat: phase.auctioneer, bidder: phase.high.seat }, { count: phase.high.amount });
      case "pedigree_payment":
        return said("play.master.pays", { seat: phase.payer, payee: phase.payee }, { count: phase.price });
      case "rat_round":
        return said("play.master.rat_theirs", { seat: phase.polled });
      case "dividing":
        return said("play.master.divides", { seat: phase.seat });
      case "extra":
      case "covering":
        return choosing(phase.phase, phase.seat);
    }
  };
}
