/** Whom the table waits for. */
import type { GameView } from "../../protocol/types";
import { useTable } from "./context";

/** The one seat that is asked; null while several are, or nobody, or where an older server does not say. */
export function soleAsked(view: Partial<Pick<GameView, "asked" | "sealed">> | null): number | null {
  if (view === null || view.sealed === true || view.asked?.length !== 1) return null;
  return view.asked[0] ?? null;
}

export function useSoleAsked(): number | null {
  return useTable((state) => soleAsked(state.view));
}
