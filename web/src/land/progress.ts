/** How far somebody has got with a scoring tile, from what everybody can see. */
import type { KuhfsteinView, LandSeatView, Terrain } from "../protocol/types";
import { type Cell, keyOf } from "./spots";

export interface Progress {
  readonly have: number;
  readonly need: number;
}

/** What is printed on the tiles. */
export const GOAL_POINTS: Readonly<Record<string, number>> = {
  edge_lakes: 4,
  most_hay: 4,
  most_meadow: 5,
  most_wood: 5,
  reached_65: 3,
  trees_3: 6,
  cows_4: 4,
  tiles_13: 7,
  walled_house: 5,
};

const SIDES: readonly Cell[] = [[-1, 0], [0, 1], [1, 0], [0, -1]];
const CORNERS: readonly Cell[] = [[-1, -1], [-1, 1], [1, 1], [1, -1]];

function tilesOf(seat: LandSeatView, terrain: Terrain): readonly Cell[] {
  return seat.tiles.filter(([, , kind]) => kind === terrain).map(([row, column]) => [row, column]);
}

function builtRound(seat: LandSeatView, [row, column]: Cell, around: readonly Cell[]): number {
  const there = new Set(seat.tiles.map(([r, c]) => keyOf([r, c])));
  return around.filter(([r, c]) => there.has(keyOf([row + r, column + c]))).length;
}

export function progressOf(view: KuhfsteinView, own: number, goal: string): Progress | null {
  const seat = view.seats[own];
  if (seat === undefined) return null;
  const most = /^most_(hay|meadow|wood)$/.exec(goal)?.[1] as Terrain | undefined;
  if (most !== undefined) {
    const others = view.seats.filter((_, place) => place !== own).map((other) => tilesOf(other, most).length);
    return { have: tilesOf(seat, most).length, need: Math.max(0, ...others) };
  }
  switch (goal) {
    case "edge_lakes":
      return { have: tilesOf(seat, "lake").filter((cell) => builtRound(seat, cell, SIDES) < SIDES.length).length, need: 2 };
    case "reached_65":
      return { have: seat.score, need: view.threshold };
    case "trees_3":
      return { have: seat.trees.length, need: 3 };
    case "cows_4":
      return { have: seat.supply, need: 4 };
    case "tiles_13":
      return { have: seat.tiles.length, need: 13 };
    case "walled_house": {
      const around = view.rules.house_surround === "all8" ? [...SIDES, ...CORNERS] : SIDES;
      return { have: Math.max(0, ...tilesOf(seat, "house").map((cell) => builtRound(seat, cell, around))), need: around.length };
    }
    default:
      return null;
  }
}
