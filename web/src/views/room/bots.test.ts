import { expect, test } from "vitest";
import home from "../../i18n/home.en.json";
import type { PlaceView } from "../../protocol/types";
import { botKey, botsOf, newBots } from "./bots";

const bot = (name: string): PlaceView => ({ kind: "bot", bot: name });

test.each(["kuhhandel/2", "master", "kuhfstein"])("every bot of %s has words", (edition) => {
  const known = Object.keys(home.home.bot);
  expect(botsOf(edition).map((one) => botKey(edition, one)).filter((key) => !known.includes(key))).toEqual([]);
});

test("new bots are of characters that are not there yet", () => {
  expect(newBots("kuhfstein", [bot("farmer")], 2)).toEqual(["herder", "farmer"]);
  expect(newBots("kuhhandel/2", [bot("farmer"), bot("farmer:bold")], 2)).toEqual(["farmer:bluffer", "farmer:thrifty"]);
});

test("a bot that has stayed while the game changed is called what it is there", () => {
  expect(botKey("kuhfstein", "farmer:bold")).toBe("planner");
  expect(botKey("kuhfstein", "herder")).toBe("herder");
  expect(botKey("master", "herder")).toBe("farmer");
  expect(botKey("master", "farmer:thrifty")).toBe("thrifty");
});
