/** How long a step stays on the table at normal speed, in milliseconds. */
import type { GameEvent } from "../protocol/types";

const LONG: Partial<Record<GameEvent["type"], number>> = {
  bid_placed: 700,
  passed: 500,
  called_out: 600,
  exposed: 3500,
  trade_settled: 3000,
  lot_taken: 1400,
  game_ended: 2000,
};

const SHORTEST = 500;
const DONKEY = 2500;
const OTHER = 900;

export function lasting(events: readonly GameEvent[]): number {
  const each = events.map((event) => (event.type === "lot_revealed" && event.payout > 0 ? DONKEY : (LONG[event.type] ?? OTHER)));
  return Math.max(SHORTEST, ...each);
}
