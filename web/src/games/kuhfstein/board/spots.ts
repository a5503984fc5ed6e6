/** Where the options of the server let something lie. They are the only rules that the page knows. */
import type { CardFace, GameAction, Option, Placement, Spot, Terrain } from "../../../protocol/types";

/** A cell of a landscape: row and column. Rows grow downwards. */
export type Cell = readonly [number, number];

export function keyOf([row, column]: Cell): string {
  return `${row},${column}`;
}

export function sameCell(one: Cell, other: Cell): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

function placementOf(options: readonly Option[], kind: GameAction["type"], piece: number): Placement | null {
  const fits = (option: Option): option is Placement =>
    option.option === "placement" && option.action.type === kind && option.pieces.includes(piece);
  return options.find(fits) ?? null;
}

/** List where a piece may go: a tile of the display, or a card of the hand. */
export function spotsOf(options: readonly Option[], kind: "place_tile" | "play_card", piece: number): readonly Spot[] {
  return placementOf(options, kind, piece)?.spots ?? [];
}

/** Complete an action with a piece and its spot; null if it is not offered. */
export function placed(options: readonly Option[], kind: "place_tile" | "play_card", piece: number, spot: Spot): GameAction | null {
  const found = placementOf(options, kind, piece);
  // The server says in which fields of which action piece and spot belong.
  return found && ({ ...found.action, [found.piece_field]: piece, [found.spot_field]: spot } as unknown as GameAction);
}

/** List the pieces that may go somewhere, each once. */
export function piecesOf(options: readonly Option[], kind: "place_tile" | "play_card"): readonly number[] {
  return options.flatMap((option) => (option.option === "placement" && option.action.type === kind ? option.pieces : []));
}

/** One cell on which a tile may lie, plainly, and with each tree that could be planted at once. */
export interface Place {
  readonly cell: Cell;
  readonly plain: Spot | null;
  readonly trees: readonly Spot[];
}

/** Gather the spots of one cell, by the key of the cell. */
export function placesOf(spots: readonly Spot[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const spot of spots) {
    const cell: Cell = [spot.row, spot.column];
    const place = places.get(keyOf(cell)) ?? { cell, plain: null, trees: [] };
    places.set(keyOf(cell), spot.also == null ? { ...place, plain: spot } : { ...place, trees: [...place.trees, spot] });
  }
  return places;
}

const TERRAINS: Readonly<Record<string, Terrain>> = { H: "hay", M: "meadow", W: "wood", L: "lake", B: "house" };

/** A cell of a pattern; without a terrain it may be any. */
export interface Need {
  readonly cell: Cell;
  readonly terrain: Terrain | null;
}

/** List the cells of a card after some quarter turns, with the upper left corner at the origin. */
export function needsOf(rows: CardFace["rows"], turn = 0): readonly Need[] {
  let needs: readonly Need[] = rows.flatMap((line, row) =>
    line.split("").flatMap((letter, column) => (letter === "." ? [] : [{ cell: [row, column], terrain: TERRAINS[letter] ?? null }] satisfies Need[])),
  );
  for (let quarter = 0; quarter < turn; quarter++) {
    needs = needs.map(({ cell: [row, column], terrain }) => ({ cell: [column, -row], terrain }));
  }
  const top = Math.min(...needs.map(({ cell }) => cell[0]));
  const left = Math.min(...needs.map(({ cell }) => cell[1]));
  return needs.map(({ cell: [row, column], terrain }) => ({ cell: [row - top, column - left], terrain }));
}

/** List the cells that a card covers when it is played there; those with a terrain get a cow. */
export function covered(rows: CardFace["rows"], spot: Spot): readonly Need[] {
  return needsOf(rows, spot.turn ?? 0).map(({ cell: [row, column], terrain }) => ({ cell: [row + spot.row, column + spot.column], terrain }));
}

export interface Bounds {
  readonly top: number;
  readonly left: number;
  readonly rows: number;
  readonly columns: number;
}

/** The smallest rectangle around some cells; one cell if there are none. */
export function boundsOf(cells: readonly Cell[]): Bounds {
  if (cells.length === 0) return { top: 0, left: 0, rows: 1, columns: 1 };
  const rows = cells.map(([row]) => row);
  const columns = cells.map(([, column]) => column);
  const top = Math.min(...rows);
  const left = Math.min(...columns);
  return { top, left, rows: Math.max(...rows) - top + 1, columns: Math.max(...columns) - left + 1 };
}
