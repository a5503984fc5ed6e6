import { expect, test } from "vitest";
import type { GroupGame } from "../../../protocol/types";
import { cell, csv } from "./csv";

const GAME: GroupGame = {
  game: "paper-abc",
  family: "kuhhandel",
  edition: "",
  at: 1_790_000_000,
  paper: true,
  counted: false,
  seats: 3,
  players: [
    { place: 1, name: 'Anna "die Kuh", Graz', number: 1, bot: false, points: 1200 },
    { place: 2, name: "=1+1", number: 2, bot: false, points: -30 },
    { place: 3, name: "Rosie", number: null, bot: true, points: null },
  ],
  entered: "Anna",
  disputed: "",
  rights: [],
};

test("each player of a game is a line", () => {
  const lines = csv([GAME], (column) => column).split("\r\n");
  expect(lines).toEqual([
    "id,day,game,paper,counts,place,name,bot,points",
    'paper-abc,2026-09-21T14:13:20.000Z,kuhhandel,1,0,1,"Anna ""die Kuh"", Graz",0,1200',
    "paper-abc,2026-09-21T14:13:20.000Z,kuhhandel,1,0,2,'=1+1,0,-30",
    "paper-abc,2026-09-21T14:13:20.000Z,kuhhandel,1,0,3,Rosie,1,",
    "",
  ]);
});

test.each(["=A1", "+1", "-1", "@x", "\tx"])("a name is no formula: %s", (name) => {
  expect(cell(name).replace(/^"/, "").startsWith("'")).toBe(true);
});
