/** Who has the say in Kuhhandel, and in what. */
import { useTexts } from "../i18n/text";
import type { PhaseView } from "../protocol/types";
import { useTable } from "./context";
import { useNames } from "./names";

export interface Turn {
  readonly seat: number | null;
  readonly text: string;
}

export function useTurn(phase: PhaseView | undefined): Turn {
  const { t } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  if (phase === undefined) return { seat: null, text: "" };
  const name = (seat: number): string => names[seat] ?? "";
  switch (phase.phase) {
    case "turn":
      if (phase.seat === you) return { seat: you, text: t("play.turn.you") };
      return { seat: phase.seat, text: t("play.turn.chooses", { seat: name(phase.seat) }) };
    case "bidding":
    case "preemption":
    case "payment":
      if (phase.auctioneer === you) return { seat: you, text: t("play.turn.you_auction") };
      return { seat: phase.auctioneer, text: t("play.turn.auctions", { seat: name(phase.auctioneer) }) };
    case "offering":
    case "responding": {
      const args = { seat: name(phase.challenger), other: name(phase.challenged) };
      return { seat: phase.challenger, text: t("play.turn.trades", args) };
    }
    case "countdown":
    case "pedigree_hammer":
    case "pedigree_payment":
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
    case "ended":
      return { seat: null, text: t("phase.ended") };
    case "between":
      return { seat: null, text: "" };
  }
}
