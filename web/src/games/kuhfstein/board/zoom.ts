/** How a landscape lies in its window: how large a cell is, and where the cell at the origin lies. */
import type { Bounds, Cell } from "./spots";

export interface Lie {
  readonly unit: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
  /** How wide the strip at the right is that the buttons lie over. */
  readonly beside?: number;
}

/** Smaller than a finger, but all of a large landscape can be seen. */
export const LEAST = 26;
export const MOST = 132;
/** What fits is not drawn larger than this. */
const COMFORTABLE = 88;

function centred({ width, height }: Size, bounds: Bounds, least: number): Lie {
  const room = Math.min(width / bounds.columns, height / bounds.rows);
  const unit = Math.max(least, Math.min(COMFORTABLE, room));
  const x = (width - bounds.columns * unit) / 2 - bounds.left * unit;
  const y = (height - bounds.rows * unit) / 2 - bounds.top * unit;
  return { unit, x, y };
}

/** Lay everything into the window, in the middle, with cells that are not smaller than `least`, and nothing under the buttons if that can be. */
export function fitted(size: Size, bounds: Bounds, least = LEAST): Lie {
  const { width, height, beside = 0 } = size;
  const lie = centred(size, bounds, least);
  const right = lie.x + (bounds.left + bounds.columns) * lie.unit;
  return right <= width - beside ? lie : centred({ width: width - beside, height }, bounds, least);
}

function within(value: number, one: number, other: number): number {
  return Math.min(Math.max(value, Math.min(one, other)), Math.max(one, other));
}

/** Keep a landscape from being pushed out of its window. */
export function held(lie: Lie, { width, height, beside = 0 }: Size, bounds: Bounds): Lie {
  const { unit } = lie;
  const across = width - bounds.columns * unit;
  const down = height - bounds.rows * unit;
  const left = bounds.left * unit;
  const top = bounds.top * unit;
  // One cell of freedom beyond what is there, so that a cell at the edge can be brought towards the middle.
  const x = within(lie.x + left, Math.min(0, across - beside) - unit, Math.max(0, across) + unit) - left;
  const y = within(lie.y + top, Math.min(0, down) - unit, Math.max(0, down) + unit) - top;
  return { unit, x, y };
}

/** Make everything larger or smaller around a point of the window. */
export function zoomed(lie: Lie, factor: number, at: { readonly x: number; readonly y: number }): Lie {
  const unit = Math.min(MOST, Math.max(LEAST, lie.unit * factor));
  const by = unit / lie.unit;
  return { unit, x: at.x - (at.x - lie.x) * by, y: at.y - (at.y - lie.y) * by };
}

/** Move the landscape just so far that a cell can be seen whole, clear of the buttons. */
export function shown(lie: Lie, [row, column]: Cell, { width, height, beside = 0 }: Size): Lie {
  const { unit } = lie;
  const left = lie.x + column * unit;
  const top = lie.y + row * unit;
  return { unit, x: lie.x + within(left, 0, width - beside - unit) - left, y: lie.y + within(top, 0, height - unit) - top };
}
