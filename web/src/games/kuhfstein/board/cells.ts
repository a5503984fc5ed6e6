/** What there is to see on each cell of a landscape. */
import type { KuhfsteinSeatView, Option, Terrain } from "../../../protocol/types";
import { type Chosen, faceOf, herdsOf } from "./chosen";
import { type Bounds, boundsOf, type Cell, covered, keyOf, type Place, placesOf, spotsOf } from "./spots";

export interface CellView {
  readonly cell: Cell;
  readonly terrain: Terrain | null;
  readonly cow: boolean;
  /** How many cows the herd has that stands here, and whether it can be taken. */
  readonly herd: { readonly cows: number; readonly taken: boolean; readonly chosen: boolean } | null;
  readonly tree: boolean;
  /** Where the chosen tile may lie. */
  readonly place: Place | null;
  /** What the chosen card would do here: put a cow, or just need a tile. */
  readonly pattern: "cow" | "any" | null;
  /** Whether the chosen card could also be played over this cell, in another way. */
  readonly other: boolean;
}

/** The cells of a landscape, and one more on every side for what can be laid there. */
export function frameOf(seat: KuhfsteinSeatView, spare: number): Bounds {
  const { top, left, rows, columns } = boundsOf(seat.tiles.map(([row, column]): Cell => [row, column]));
  // The first tile lies where it lies.
  if (seat.tiles.length === 0) return { top, left, rows, columns };
  return { top: top - spare, left: left - spare, rows: rows + 2 * spare, columns: columns + 2 * spare };
}

/** The four cells that a tree belongs to, from its upper left one. */
export function squareOf([row, column]: Cell): readonly Cell[] {
  return [
    [row, column],
    [row, column + 1],
    [row + 1, column],
    [row + 1, column + 1],
  ];
}

export function cellsOf(seat: KuhfsteinSeatView, bounds: Bounds, options: readonly Option[], chosen: Chosen | null): readonly (readonly CellView[])[] {
  const terrains = new Map(seat.tiles.map(([row, column, terrain]) => [keyOf([row, column]), terrain]));
  const cows = new Set(seat.cows.map(keyOf));
  const trees = new Set(seat.trees.flatMap((tree) => squareOf(tree).map(keyOf)));
  const takeable = herdsOf(options, seat.herds);
  const herds = new Map(
    seat.herds.flatMap((herd) => {
      const mark = { cows: herd.length, taken: takeable.includes(herd), chosen: chosen?.kind === "herd" && herd.some((cell) => keyOf(cell) === keyOf(chosen.cell)) };
      return herd.map((cell) => [keyOf(cell), mark] as const);
    }),
  );
  const places = chosen?.kind === "tile" ? placesOf(spotsOf(options, "place_tile", chosen.tile)) : null;
  const patterns = patternsOf(seat, options, chosen);
  return Array.from({ length: bounds.rows }, (_, row) =>
    Array.from({ length: bounds.columns }, (__, column): CellView => {
      const cell: Cell = [bounds.top + row, bounds.left + column];
      const key = keyOf(cell);
      return {
        cell,
        terrain: terrains.get(key) ?? null,
        cow: cows.has(key),
        herd: herds.get(key) ?? null,
        tree: trees.has(key),
        place: places?.get(key) ?? null,
        pattern: patterns.now.get(key) ?? null,
        other: patterns.others.has(key),
      };
    }),
  );
}

function patternsOf(seat: KuhfsteinSeatView, options: readonly Option[], chosen: Chosen | null): { readonly now: ReadonlyMap<string, "cow" | "any">; readonly others: ReadonlySet<string> } {
  const face = chosen?.kind === "play" ? faceOf(seat.hand, chosen.card) : undefined;
  if (chosen?.kind !== "play" || face === undefined) return { now: new Map(), others: new Set() };
  const each = spotsOf(options, "play_card", chosen.card).map((spot) => covered(face.rows, spot));
  const now = new Map((each[chosen.at] ?? []).map(({ cell, terrain }) => [keyOf(cell), terrain === null ? "any" : "cow"] as const));
  return { now, others: new Set(each.flat().map(({ cell }) => keyOf(cell)).filter((key) => !now.has(key))) };
}

/** Find the next way to play a card that covers a cell; null if there is none but the present one. */
export function wayOver(seat: KuhfsteinSeatView, options: readonly Option[], chosen: Chosen | null, over: Cell): number | null {
  const face = chosen?.kind === "play" ? faceOf(seat.hand, chosen.card) : undefined;
  if (chosen?.kind !== "play" || face === undefined) return null;
  const spots = spotsOf(options, "play_card", chosen.card);
  for (let step = 1; step < spots.length; step++) {
    const at = (chosen.at + step) % spots.length;
    const spot = spots[at];
    if (spot !== undefined && covered(face.rows, spot).some(({ cell }) => keyOf(cell) === keyOf(over))) return at;
  }
  return null;
}

/** What pressing a cell comes to: something else is picked up, or what is picked up is done. */
export function pressed(view: CellView, seat: KuhfsteinSeatView, options: readonly Option[], chosen: Chosen | null): Chosen | "do" | null {
  const { cell } = view;
  if (chosen?.kind === "tile" && view.place !== null) {
    return chosen.cell !== null && keyOf(chosen.cell) === keyOf(cell) ? "do" : { ...chosen, cell };
  }
  if (chosen?.kind === "play") {
    if (view.pattern !== null) return "do";
    const at = wayOver(seat, options, chosen, cell);
    if (at !== null) return { ...chosen, at };
  }
  if (view.herd?.taken === true) {
    if (view.herd.chosen) return "do";
    const named = options.flatMap((option) => (option.option === "choice" ? option.actions : [])).filter((action) => action.type === "take_herd");
    const herd = seat.herds.find((one) => one.some((other) => keyOf(other) === keyOf(cell)));
    const action = named.find(({ row, column }) => herd?.some((other) => keyOf(other) === keyOf([row, column])));
    return action === undefined ? null : { kind: "herd", cell: [action.row, action.column] };
  }
  return null;
}

/** The border around a herd, as a path in cells. */
export function outline(herd: readonly Cell[]): string {
  const there = new Set(herd.map(keyOf));
  const edges = herd.flatMap(([row, column]) => {
    const has = (down: number, right: number): boolean => there.has(keyOf([row + down, column + right]));
    return [
      has(-1, 0) ? "" : `M${column} ${row}h1`,
      has(1, 0) ? "" : `M${column} ${row + 1}h1`,
      has(0, -1) ? "" : `M${column} ${row}v1`,
      has(0, 1) ? "" : `M${column + 1} ${row}v1`,
    ];
  });
  return edges.join("");
}
