/** Whose turn it is in Kuhhandel, and what they do. */
import { useTexts } from "./texts";
import type { PhaseView } from "../../protocol/types";
import type { Turn } from "../../model/table/turn";
import { useTable } from "../../model/table/context";
import { useLabels } from "../../model/table/said";
import { isOwnPhase } from "./phase";
import { useVariant } from "./variant";

export function useTurn(phase: PhaseView | undefined): Turn {
  const { t } = useTexts();
  const names = useLabels();
  const you = useTable((state) => state.you);
  const more = useVariant().useTurn();
  if (phase === undefined) return { seat: null, text: "" };
  if (!isOwnPhase(phase)) return more(phase);
  const name = (seat: number): string => names[seat] ?? "";
  switch (phase.phase) {
    case "turn":
      if (phase.seat === you) return { seat: you, text: t("play.turn.you") };
      return { seat: phase.seat, text: t("play.turn.chooses", { seat: name(phase.seat) }) };
    case "bidding":
    case "envelopes":
    case "preemption":
    case "payment":
      if (phase.auctioneer === you) return { seat: you, text: t("play.turn.you_auction") };
      return { seat: phase.auctioneer, text: t("play.turn.auctions", { seat: name(phase.auctioneer) }) };
    case "offering":
    case "responding": {
      const args = { seat: name(phase.challenger), other: name(phase.challenged) };
      return { seat: phase.challenger, text: t("play.turn.trades", args) };
    }
    case "ended":
      return { seat: null, text: t("phase.ended") };
    case "between":
      return { seat: null, text: "" };
  }
}
