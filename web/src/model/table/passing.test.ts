import { expect, test } from "vitest";
import type { GameView, PartyView } from "../../protocol/types";
import { isCovered, nextHolder, ownSeat } from "./passing";

const kinds = { p: "person", b: "bot", e: "empty" } as const;
const party = (seats: string, stage = "playing"): PartyView => ({ stage, places: Array.from(seats, (kind) => ({ kind: kinds[kind as "p"] })) }) as unknown as PartyView;
const OFFLINE = `offline${"a".repeat(26)}`;

test.each([
  ["two people and a bot", OFFLINE, party("ppb"), true],
  ["a pause", OFFLINE, party("pp", "paused"), true],
  ["one player alone", OFFLINE, party("pbb"), false],
  ["the score sheet", OFFLINE, party("ppb", "ended"), false],
  ["a table of a server", "a".repeat(26), party("ppb"), false],
  ["nothing known yet", OFFLINE, null, false],
])("whether cards have to be covered: %s", (_, table, at, expected) => {
  expect(isCovered({ table, party: at })).toBe(expected);
});

test.each([
  ["goes to the one who is asked", 0, [1], 1],
  ["stays with the one who is asked", 1, [1], null],
  ["stays while several are asked, and one of them has it", 1, [0, 1], null],
  ["stays while a bot is asked", 1, [2], null],
  ["stays while nobody is asked", 1, [], null],
  ["goes from one who has left to the next", null, [0], 0],
])("the device %s", (_, you, asked, expected) => {
  const view = { asked } as unknown as GameView;
  expect(nextHolder({ you, view, party: party("ppb") })).toBe(expected);
});

test("what a game has come to is kept for the one whose device it is", () => {
  expect(ownSeat({ table: OFFLINE, party: party("ppb", "ended"), you: 1 })).toBe(0);
  expect(ownSeat({ table: OFFLINE, party: party("bpb", "ended"), you: 1 })).toBe(1);
  expect(ownSeat({ table: "a".repeat(26), party: party("pp", "ended"), you: 1 })).toBe(1);
});
