import { expect, test } from "vitest";
import type { GameEvent } from "../../protocol/types";
import { toldApart } from "../twins";
import { cuesOf } from "./cues";
import { kuhfsteinView } from "./view";

const heard = (...events: readonly object[]): readonly string[] => cuesOf(events as readonly GameEvent[]);

test("a tile is laid, and rings when it is surrounded", () => {
  expect(heard({ type: "tile_placed", points: 0 }, { type: "refilled" })).toEqual(["tile"]);
  expect(heard({ type: "tile_placed", points: 5 }, { type: "bonus_reached" })).toEqual(["tree", "bonus"]);
  expect(heard({ type: "took_back" }, { type: "last_round_began" })).toEqual(["last"]);
});

test("planted leaks are caught: a bell for a hand, a face for a goal", () => {
  expect(toldApart("kuhfstein", ({ view }) => kuhfsteinView(view)?.seats.map(({ hand }) => hand?.length))).not.toEqual([]);
  expect(toldApart("kuhfstein", ({ view }) => kuhfsteinView(view)?.seats[1]?.goals?.[0])).not.toEqual([]);
});
