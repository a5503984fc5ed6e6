/** How far a seat has got with a goal, as the server says it. */
import type { GoalProgress, KuhfsteinSeatView } from "../../../protocol/types";

/** Null for a goal that this viewer knows nothing of, and where an older server does not say. */
export function progressOf(seat: (Omit<KuhfsteinSeatView, "progress"> & Partial<KuhfsteinSeatView>) | undefined, goal: string): GoalProgress | null {
  return seat?.progress?.find((one) => one.goal === goal) ?? null;
}
