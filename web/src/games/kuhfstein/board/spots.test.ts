import { expect, it } from "vitest";
import type { Option, Spot } from "../../../protocol/types";
import { boundsOf, covered, needsOf, piecesOf, placed, placesOf, spotsOf } from "./spots";

const SPOTS: readonly Spot[] = [
  { row: 0, column: 1 },
  { row: 1, column: 0 },
  { row: 1, column: 0, also: [0, -1] },
  { row: 1, column: 0, also: [0, 0] },
];
const TILE = { type: "place_tile", tile: 0, spot: { row: 0, column: 0 } } as const;
const OPTIONS: readonly Option[] = [
  { option: "placement", action: TILE, piece_field: "tile", spot_field: "spot", pieces: [1, 4], spots: SPOTS },
  { option: "placement", action: TILE, piece_field: "tile", spot_field: "spot", pieces: [0], spots: SPOTS.slice(0, 2) },
  { option: "placement", action: { type: "play_card", card: 7, spot: { row: 0, column: 0 } }, piece_field: "card", spot_field: "spot", pieces: [7], spots: [{ row: 2, column: 3, turn: 1 }] },
  { option: "choice", actions: [{ type: "take_back" }] },
];

it("finds the spots of a piece in the option that names it", () => {
  expect(spotsOf(OPTIONS, "place_tile", 4)).toEqual(SPOTS);
  expect(spotsOf(OPTIONS, "place_tile", 0)).toHaveLength(2);
  expect(spotsOf(OPTIONS, "place_tile", 3)).toEqual([]);
  expect(spotsOf(OPTIONS, "play_card", 4)).toEqual([]);
  expect(piecesOf(OPTIONS, "place_tile")).toEqual([1, 4, 0]);
  expect(piecesOf(OPTIONS, "play_card")).toEqual([7]);
});

it("completes the action with piece and spot in the fields that the option names", () => {
  expect(placed(OPTIONS, "place_tile", 4, SPOTS[2] as Spot)).toEqual({ type: "place_tile", tile: 4, spot: SPOTS[2] });
  expect(placed(OPTIONS, "play_card", 7, { row: 2, column: 3, turn: 1 })).toEqual({ type: "play_card", card: 7, spot: { row: 2, column: 3, turn: 1 } });
  expect(placed(OPTIONS, "play_card", 8, { row: 2, column: 3 })).toBeNull();
});

it("gathers the same cell with and without a tree", () => {
  const places = placesOf(SPOTS);
  expect([...places.keys()]).toEqual(["0,1", "1,0"]);
  expect(places.get("0,1")).toEqual({ cell: [0, 1], plain: SPOTS[0], trees: [] });
  expect(places.get("1,0")).toEqual({ cell: [1, 0], plain: SPOTS[1], trees: [SPOTS[2], SPOTS[3]] });
});

it.each([
  [0, ["0,0 lake", "1,0 hay", "2,0 any", "2,1 any"]],
  [1, ["0,0 any", "0,1 hay", "0,2 lake", "1,0 any"]],
  [2, ["0,0 any", "0,1 any", "1,1 hay", "2,1 lake"]],
  [3, ["0,2 any", "1,0 lake", "1,1 hay", "1,2 any"]],
])("turns a pattern by %s quarters, clockwise and never mirrored", (turn, cells) => {
  const needs = needsOf(["L.", "H.", "??"], turn).map(({ cell, terrain }) => `${cell.join(",")} ${terrain ?? "any"}`);
  expect(needs.toSorted()).toEqual(cells);
});

it("lays a pattern where its spot is", () => {
  const cells = covered(["LH"], { row: -2, column: 5, turn: 1 });
  expect(cells).toEqual([
    { cell: [-2, 5], terrain: "lake" },
    { cell: [-1, 5], terrain: "hay" },
  ]);
});

it("finds the rectangle around some cells", () => {
  expect(boundsOf([[-1, 2], [3, 0]])).toEqual({ top: -1, left: 0, rows: 5, columns: 3 });
  expect(boundsOf([])).toEqual({ top: 0, left: 0, rows: 1, columns: 1 });
});
