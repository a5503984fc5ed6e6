/** How long a step stays on the table at normal speed, in milliseconds. */
import type { Game } from "../games/game";
import type { GameEvent } from "../protocol/types";

const SHORTEST = 500;
const USUAL = 900;

export function lasting(events: readonly GameEvent[], each?: Game["lasting"]): number {
  return Math.max(SHORTEST, ...events.map((event) => each?.(event) ?? USUAL));
}
