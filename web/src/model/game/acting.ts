/** What one can do at the table, and whether now. */
import { useCallback } from "react";
import { useGame } from "./context";
import type { GameAction } from "../../protocol/types";
import { useTable, useTableStore } from "../table/context";

/** Whether commands get through: a table that is offline or paused can be read, but not played. */
export function useReady(): boolean {
  return useTable((state) => state.status === "online" && state.party?.stage === "playing");
}

const ONE_BY_ONE: readonly GameAction["type"][] = [];

/** Whether an action is on its way that has to be answered before the next one. */
export function useWaiting(): boolean {
  const repeatable = useGame()?.repeatable ?? ONE_BY_ONE;
  return useTable((state) => state.pending.some((one) => one.action !== null && !repeatable.includes(one.action.type)));
}

export function useAct(): (action: GameAction) => void {
  const store = useTableStore();
  return useCallback((action) => store.act(action), [store]);
}
