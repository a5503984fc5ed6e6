/** Hints for a first game of Kuhhandel. */
import { type Option, type PhaseView } from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { cost, offered, rangeOf } from "../../model/table/options";
import { useVariant } from "./variant";
import { kuhhandelView } from "./view";

export const HINTS = ["turn", "bidding", "gavel", "trade", "bluff"] as const;
export type Hint = (typeof HINTS)[number];
/** Noted beside the hints: what a bluff means was asked about. */
export const BLUFFED = "bluffed";

/** What one can do, as far as hints are about it. */
export interface Chances {
  readonly options: readonly Option[];
  /** All sums that one can lay. */
  readonly payable: readonly number[];
}

/** The hints that fit what goes on for somebody who sits at the table, the most basic first. */
export function hintsFor(phase: PhaseView | undefined, you: number | null, { options, payable }: Chances): readonly Hint[] {
  if (you === null) return [];
  switch (phase?.phase) {
    case "turn": {
      if (phase.seat !== you) return [];
      const trades = offered(options, "trade").length > 0;
      return [...(offered(options, "auction").length > 0 ? (["turn"] as const) : []), ...(trades ? (["trade"] as const) : [])];
    }
    case "bidding": {
      const least = rangeOf(options, "bid")?.low;
      const broke = least !== undefined && phase.high?.seat !== you && cost(payable, least) === null;
      return ["bidding", ...(broke ? (["bluff"] as const) : [])];
    }
    case "preemption":
      return phase.auctioneer === you ? ["gavel"] : [];
    default:
      return [];
  }
}

const BROKE: readonly number[] = [];

/** All hints of the game, and those that fit now. */
export function useHints(): { readonly hints: readonly string[]; readonly fit: readonly string[] } {
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  const you = useTable((state) => state.you);
  const options = useTable((state) => state.options);
  const payable = useTable((state) => (state.you === null ? null : kuhhandelView(state.view)?.seats[state.you]?.payable)) ?? BROKE;
  const { hints: more, hintFor } = useVariant();
  const own = phase === undefined || you === null ? null : hintFor(phase, you);
  const fit = hintsFor(phase, you, { options, payable });
  return { hints: [...HINTS, ...more], fit: own === null ? fit : [...fit, own] };
}
