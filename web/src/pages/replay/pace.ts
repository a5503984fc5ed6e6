/** How long a step stays on the table at normal speed, in milliseconds. */
import type { Game } from "../../model/game/game";
import type { GameEvent } from "../../protocol/types";

const SHORTEST = 500;
const USUAL = 900;

/** A result is shown for as long as a table would have stood still for it, and then as long as any other step. */
export function lasting(events: readonly GameEvent[], each?: Game["lasting"], beat = 0): number {
  return beat + Math.max(SHORTEST, ...events.map((event) => each?.(event) ?? USUAL));
}
