/** What has become of one's own hand in a step of a countdown. */
import type { GameAction } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";

export type Handed =
  /** A slap at this very count: it is decided when the step closes. */
  | "slapped"
  /** A slap for later, or none any more. */
  | "planned"
  /** Nothing for this step. */
  | "waits";

/** A tap that was meant for the count before must not buy at this one. */
export const GUARD = 150;

export function handedIn(action: GameAction, count: number): Handed | null {
  switch (action.type) {
    case "slap_now":
      return "slapped";
    case "slap":
      return action.count >= count ? "slapped" : "planned";
    case "wait":
      return "waits";
    default:
      return null;
  }
}

/** What was handed in for this count, be it on its way or there; null: nothing yet. */
export function useHanded(count: number): Handed | null {
  return useTable((state) => {
    const action = state.pending.findLast((one) => one.action !== null)?.action ?? state.held;
    return action === null ? null : handedIn(action, count);
  });
}

/** The count that one slaps at by itself: what was just handed in, else what was said before; 0: none. */
export function usePlan(plan: number): number {
  return useTable((state) => {
    const action = state.pending.findLast((one) => one.action?.type === "slap")?.action ?? state.held;
    return action?.type === "slap" ? action.count : plan;
  });
}
