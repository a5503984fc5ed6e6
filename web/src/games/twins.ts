/**
 * For tests: what seats of two worlds are shown of the same public steps (tests/games/cue_twins.py). All that differs
 * within a step is somebody's secret.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GameEvent, GameView } from "../protocol/types";

export interface Sight {
  readonly events: readonly GameEvent[];
  readonly view: GameView;
}

export function twinsOf(game: string): readonly (readonly Sight[])[] {
  const file = join(import.meta.dirname, "..", "..", "..", "tests", "data", "cues", `${game}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as readonly (readonly Sight[])[];
}

/** The steps at which something that is shown or heard depends on who looks. */
export function toldApart(game: string, shown: (sight: Sight) => unknown): readonly (readonly Sight[])[] {
  return twinsOf(game).filter((step) => new Set(step.map((sight) => JSON.stringify(shown(sight)))).size > 1);
}
