/** Hints for a first game of Kuhhandel. */
import type { PhaseView } from "../../protocol/types";
import { useTable } from "../../table/context";
import { offered } from "../../table/options";
import { kuhhandelView } from "./view";

export const HINTS = ["turn", "bidding", "gavel"] as const;
export type Hint = (typeof HINTS)[number];

/** The hint that fits what goes on for somebody who sits at the table. */
export function hintFor(phase: PhaseView | undefined, you: number | null, mayAuction: boolean): Hint | null {
  if (you === null) return null;
  switch (phase?.phase) {
    case "turn":
      return phase.seat === you && mayAuction ? "turn" : null;
    case "bidding":
      return "bidding";
    case "preemption":
      return phase.auctioneer === you ? "gavel" : null;
    default:
      return null;
  }
}

export function useHint(): Hint | null {
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  const you = useTable((state) => state.you);
  const mayAuction = useTable((state) => offered(state.options, "auction").length > 0);
  return hintFor(phase, you, mayAuction);
}
