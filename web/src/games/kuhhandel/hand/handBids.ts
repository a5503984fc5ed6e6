/** The two bids on every phone: the next step, and a jump of three. They do not depend on the player's money. */
import type { BiddingView, Range } from "../../../protocol/types";

const STEP = 10;
const JUMP = 3;

export function handBids(phase: BiddingView, range: Range | null): readonly [number, number] {
  const step = range?.step ?? STEP;
  const next = range?.low ?? (phase.high?.amount ?? 0) + step;
  return [next, next + JUMP * step];
}
