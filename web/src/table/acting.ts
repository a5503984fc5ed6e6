/** What one can do at the table, and whether now. */
import { useCallback } from "react";
import type { GameAction } from "../protocol/types";
import { useTable, useTableStore } from "./context";

/** Whether commands get through: a table that is offline or paused can be read, but not played. */
export function useReady(): boolean {
  return useTable((state) => state.status === "online" && state.party?.stage === "playing");
}

/** Whether an action is on its way that has not been answered. Bids do not count: they come in flocks. */
export function useWaiting(): boolean {
  return useTable((state) =>
    state.pending.some((one) => one.action !== null && one.action.type !== "bid"),
  );
}

/** One's own bid that the server has not confirmed yet. */
export function usePendingBid(): number | null {
  return useTable((state) => {
    const action = state.pending.findLast((one) => one.action?.type === "bid")?.action;
    return action?.type === "bid" ? action.amount : null;
  });
}

export function useAct(): (action: GameAction) => void {
  const store = useTableStore();
  return useCallback((action) => store.act(action), [store]);
}
