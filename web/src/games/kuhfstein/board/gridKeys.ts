/** Keys that go over a grid, and where they lead. */
import type { Bounds, Cell } from "./spots";

const STEPS: Readonly<Record<string, Cell>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Keep a cell within bounds. */
export function inside([row, column]: Cell, { top, left, rows, columns }: Bounds): Cell {
  return [Math.min(Math.max(row, top), top + rows - 1), Math.min(Math.max(column, left), left + columns - 1)];
}

/** Go from a cell by a key; null if the key leads nowhere. */
export function moved(key: string, [row, column]: Cell, bounds: Bounds): Cell | null {
  const { top, left, rows, columns } = bounds;
  const step = STEPS[key];
  if (step !== undefined) return inside([row + step[0], column + step[1]], bounds);
  if (key === "Home") return [row, left];
  if (key === "End") return [row, left + columns - 1];
  if (key === "PageUp") return [top, column];
  if (key === "PageDown") return [top + rows - 1, column];
  return null;
}

/** Find the next of some cells in reading order, forwards or backwards, round and round; null if there are none. */
export function nextOf(cells: readonly Cell[], from: Cell, back: boolean): Cell | null {
  const order = cells.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  const after = (one: Cell): boolean => one[0] > from[0] || (one[0] === from[0] && one[1] > from[1]);
  const before = (one: Cell): boolean => one[0] < from[0] || (one[0] === from[0] && one[1] < from[1]);
  if (back) return order.findLast(before) ?? order.at(-1) ?? null;
  return order.find(after) ?? order[0] ?? null;
}
