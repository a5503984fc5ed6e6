import { expect, it } from "vitest";
import { GAMES } from ".";
import { editionFor } from "../model/game/game";

it("opens the edition that people of a language have in their box", () => {
  const opened = (language: "en" | "de" | "ru"): string[] => GAMES.map(({ poster }) => editionFor(poster, language));
  expect(opened("en")).toEqual(GAMES.map(({ poster }) => poster.edition));
  expect(opened("de")).toEqual(opened("en"));
  // The first game is that of quick play and of tables for friends.
  expect(opened("ru")).toEqual([`${opened("en")[0]}-ru`, ...opened("en").slice(1)]);
});
