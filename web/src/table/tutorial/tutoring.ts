/** How far somebody has got in a tutorial: which of its steps fits what goes on. */
import type { TutorStep } from "../../model/game/game";
import type { TableState } from "../../model/table/store";

export interface Progress {
  /** The first step that may still come. */
  readonly at: number;
  /** The step that is read until somebody says so, or null. */
  readonly reading: number | null;
}

export const BEGINNING: Progress = { at: 0, reading: null };

/** The step to show now, or null while others play. The last one comes when all before it is done. */
export function stepNow(steps: readonly TutorStep[], { at, reading }: Progress, state: TableState): number | null {
  if (reading !== null) return reading;
  const found = steps.findIndex((step, place) => place >= at && (step.fits === undefined ? place === at : step.fits(state)));
  return found === -1 ? null : found;
}

/** What is left after a step: nobody is told anything twice. */
export function after(progress: Progress, step: number): Progress {
  return { at: Math.max(progress.at, step + 1), reading: null };
}
