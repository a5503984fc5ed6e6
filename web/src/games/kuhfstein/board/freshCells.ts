/** What the latest step has changed in a landscape, to be shown in motion. */
import { useMemo } from "react";
import { useTable } from "../../../model/table/context";
import { type Cell, keyOf } from "./spots";

export interface FreshCells {
  readonly cells: ReadonlySet<string>;
  readonly tree: Cell | null;
}

export function useFreshCells(seat: number): FreshCells {
  const events = useTable((state) => state.events);
  return useMemo(() => {
    const cells = new Set<string>();
    let tree: Cell | null = null;
    for (const event of events) {
      if (event.type === "tile_placed" && event.seat === seat) {
        cells.add(keyOf(event.cell));
        tree = event.tree;
      } else if (event.type === "card_played" && event.seat === seat) event.cows.forEach((cow) => cells.add(keyOf(cow)));
    }
    return { cells, tree };
  }, [events, seat]);
}
