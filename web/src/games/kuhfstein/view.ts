/** What the page knows of a game of Kuhfstein. */
import type { GameView, KuhfsteinView } from "../../protocol/types";
import { useTable } from "../../model/table/context";

export function kuhfsteinView(view: GameView | null): KuhfsteinView | null {
  return view?.game === "kuhfstein" ? view : null;
}

/** Something of the view. It is there wherever Kuhfstein's table is shown. */
export function useKuhfstein<T>(select: (view: KuhfsteinView) => T): T {
  return useTable((state) => {
    const view = kuhfsteinView(state.view);
    if (view === null) throw new Error("no landscape here");
    return select(view);
  });
}
