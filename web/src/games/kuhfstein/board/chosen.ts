/** What somebody has picked up and may still put back: nothing of it has gone to the server yet. */
import type { CardFace, GameAction, KuhfsteinView, Option, Spot, Terrain } from "../../../protocol/types";
import { choices, offered } from "../../../model/table/options";
import { type Cell, placed, piecesOf, placesOf, sameCell, spotsOf } from "./spots";

export type Chosen =
  | { readonly kind: "tile"; readonly tile: number; readonly cell: Cell | null }
  | { readonly kind: "take"; readonly card: number }
  | { readonly kind: "play"; readonly card: number; readonly at: number }
  | { readonly kind: "herd"; readonly cell: Cell }
  | { readonly kind: "goal"; readonly goal: string };

/** The four things to do with an action. */
export const ACTIONS = ["tile", "take", "play", "herd"] as const;
export type ActionKind = (typeof ACTIONS)[number];

type Cards = readonly CardFace[];

/** The open cards that can be taken. */
export function takes(options: readonly Option[]): readonly number[] {
  return [...offered(options, "take_card"), ...offered(options, "take_start_card")].map(({ card }) => card);
}

/** The herds that can be taken, each by one of its cells. */
export function herdsOf(options: readonly Option[], herds: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const named = offered(options, "take_herd").map(({ row, column }): Cell => [row, column]);
  return herds.filter((herd) => herd.some((cell) => named.some((one) => sameCell(one, cell))));
}

/** Whether there is something of a kind to do. */
export function mayDo(options: readonly Option[], kind: ActionKind): boolean {
  switch (kind) {
    case "tile":
      return piecesOf(options, "place_tile").length > 0;
    case "take":
      return takes(options).length > 0;
    case "play":
      return piecesOf(options, "play_card").length > 0;
    case "herd":
      return offered(options, "take_herd").length > 0;
  }
}

/** Pick up the first thing of a kind. */
export function firstOf(options: readonly Option[], kind: ActionKind): Chosen | null {
  switch (kind) {
    case "tile": {
      const tile = piecesOf(options, "place_tile").toSorted((one, other) => one - other)[0];
      return tile === undefined ? null : { kind: "tile", tile, cell: null };
    }
    case "take": {
      const card = takes(options)[0];
      return card === undefined ? null : { kind: "take", card };
    }
    case "play": {
      const card = piecesOf(options, "play_card")[0];
      return card === undefined ? null : { kind: "play", card, at: 0 };
    }
    case "herd": {
      const herd = offered(options, "take_herd")[0];
      return herd === undefined ? null : { kind: "herd", cell: [herd.row, herd.column] };
    }
  }
}

/** One way to do what was chosen. */
export interface Way {
  readonly action: GameAction;
  readonly kind: Chosen["kind"];
  /** Of a tile: the square on which a tree would stand. */
  readonly tree: Cell | null;
}

function wayTo(options: readonly Option[], kind: "place_tile" | "play_card", piece: number, spot: Spot | null | undefined): readonly Way[] {
  const action = spot == null ? null : placed(options, kind, piece, spot);
  return action === null ? [] : [{ action, kind: kind === "place_tile" ? "tile" : "play", tree: spot?.also ?? null }];
}

/** List what can be done with what is chosen, the best first: a tree is worth something. */
export function waysOf(chosen: Chosen | null, options: readonly Option[]): readonly Way[] {
  switch (chosen?.kind) {
    case "tile": {
      const { tile, cell } = chosen;
      if (cell === null) return [];
      const place = placesOf(spotsOf(options, "place_tile", tile)).get(`${cell[0]},${cell[1]}`);
      return [...(place?.trees ?? []), place?.plain].flatMap((spot) => wayTo(options, "place_tile", tile, spot));
    }
    case "take": {
      const all = [...offered(options, "take_card"), ...offered(options, "take_start_card")];
      return all.filter(({ card }) => card === chosen.card).map((action) => ({ action, kind: "take", tree: null }));
    }
    case "play":
      return wayTo(options, "play_card", chosen.card, spotsOf(options, "play_card", chosen.card)[chosen.at]);
    case "herd": {
      const all = offered(options, "take_herd").filter(({ row, column }) => sameCell([row, column], chosen.cell));
      return all.map((action) => ({ action, kind: "herd", tree: null }));
    }
    case "goal": {
      const all = offered(options, "show_goal").filter(({ goal }) => goal === chosen.goal);
      return all.map((action) => ({ action, kind: "goal", tree: null }));
    }
    case undefined:
      return [];
  }
}

/** Actions that need nothing to be picked up: exchanges, passing, going back, ending the turn. */
export function plainActions(options: readonly Option[]): readonly GameAction[] {
  const picked: readonly GameAction["type"][] = ["take_card", "take_start_card", "take_herd", "show_goal"];
  return choices(options).filter(({ type }) => !picked.includes(type));
}

export function terrainOf(view: KuhfsteinView, tile: number): Terrain | undefined {
  return view.display[tile];
}

export function faceOf(cards: Cards | null, card: number): CardFace | undefined {
  return cards?.find((one) => one.card === card);
}
