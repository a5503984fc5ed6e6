/** What the page knows of a game of Kuhfstein. */
import type { GameView, KuhfsteinView, LandPhaseView } from "../protocol/types";
import { useTable } from "../table/context";

export function landOf(view: GameView | null): KuhfsteinView | null {
  return view?.game === "kuhfstein" ? view : null;
}

/** Something of the view. It is there wherever Kuhfstein's table is shown. */
export function useLand<T>(select: (view: KuhfsteinView) => T): T {
  return useTable((state) => {
    const view = landOf(state.view);
    if (view === null) throw new Error("no landscape here");
    return select(view);
  });
}

/** The seat that is asked now; null while all are, or nobody. */
export function actorOf(phase: LandPhaseView): number | null {
  return "seat" in phase ? phase.seat : null;
}
