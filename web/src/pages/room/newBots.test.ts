import { expect, test } from "vitest";
import { GAMES, gameNamed } from "../../games";
import type { Bots } from "../../model/game/game";
import { Catalogue } from "../../i18n/catalogue";
import type { PlaceView } from "../../protocol/types";
import { newBots, offeredAs, wordsOf } from "./newBots";

const bot = (name: string): PlaceView => ({ kind: "bot", bot: name });
const botsOf = (game: string): Bots => gameNamed(game)?.bots as Bots;

test.each(GAMES.map((game) => [game.name, game.bots] as const))("every bot of %s has words", async (_, bots) => {
  const texts = await Catalogue.load("en");
  for (const one of bots.characters) expect(texts.find(`home.bot.${bots.keyOf(one)}.title`), one).toBeDefined();
});

test("new bots are of characters that are not there yet", () => {
  expect(newBots(botsOf("kuhfstein"), [bot("farmer")], 2, "medium")).toEqual(["herder", "medium"]);
  expect(newBots(botsOf("kuhhandel"), [bot("farmer"), bot("farmer:bold")], 2, "medium")).toEqual(["farmer:bluffer", "farmer:thrifty"]);
  expect(newBots(botsOf("master"), [], 2, "medium")).toEqual(["medium", "farmer:bold"]);
});

test("new bots are of the level that was chosen, where the game has it", () => {
  expect(newBots(botsOf("kuhhandel"), [bot("easy")], 2, "easy")).toEqual(["easy", "easy"]);
  expect(newBots(botsOf("master"), [], 1, "hard")).toEqual(["hard"]);
  expect(newBots(botsOf("kuhfstein"), [], 2, "hard")).toEqual(newBots(botsOf("kuhfstein"), [], 2, "medium"));
});

test("the plain farmer of an older table is what is medium now", () => {
  for (const { bots } of GAMES) expect(offeredAs(bots, [], "farmer")).toBe("medium");
});

test("a bot that has stayed while the game changed is called what it is there", () => {
  expect(botsOf("kuhfstein").keyOf("farmer:bold")).toBe("planner");
  expect(botsOf("kuhfstein").keyOf("herder")).toBe("herder");
  expect(botsOf("kuhfstein").keyOf("hard")).toBe("planner");
  expect(botsOf("master").keyOf("hard")).toBe("hard");
  expect(botsOf("master").keyOf("herder")).toBe("farmer");
  expect(botsOf("master").keyOf("farmer:thrifty")).toBe("thrifty");
});

test("a bot that the host has brought goes by its own name, whatever the game", async () => {
  const { find } = await Catalogue.load("en").then((texts) => ({ find: (key: string) => texts.find(key) }));
  for (const { bots } of GAMES) {
    expect(wordsOf(bots, "miser:Miser", find)).toEqual({ title: "miser:Miser", why: "" });
    expect(offeredAs(bots, ["miser:Miser"], "miser:Miser")).toBe("miser:Miser");
    expect(offeredAs(bots, ["miser:Miser"], "farmer")).toBe("medium");
  }
  expect(wordsOf(botsOf("master"), "herder", find).title).toBe(find("home.bot.farmer.title"));
});
