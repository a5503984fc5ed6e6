/** One's own bid that the server has not confirmed yet. */
import { useTable } from "../../../model/table/context";

export function usePendingBid(): number | null {
  return useTable((state) => {
    const action = state.pending.findLast((one) => one.action?.type === "bid")?.action;
    return action?.type === "bid" ? action.amount : null;
  });
}
