import { expect, it } from "vitest";
import type { PlaceView } from "../../protocol/types";
import { isGiven, seatNames } from "./names";

const person = (name: string): PlaceView => ({ kind: "person", name });

it("keeps a name that is read from the right from turning figures round", () => {
  const shown = seatNames([person("Anna"), person("\u05d0\u05d1"), person("Ben \u0645"), person("")], (key) => key);
  expect(shown).toEqual(["Anna", "\u2068\u05d0\u05d1\u2069", "\u2068Ben \u0645\u2069", "seat.person"]);
});

it("says a name that nobody has chosen in the language of the reader", () => {
  const german = (key: string, args?: Record<string, string | number>): string | undefined => (key === "home.name.guest" ? `Gast ${args?.["number"]}` : undefined);
  expect(seatNames([person("Guest 85"), person("Гость 12"), person("Gast 7"), person("Guest")], german)).toEqual(["Gast 85", "Gast 12", "Gast 7", "Guest"]);
  expect([isGiven("Гость 12"), isGiven("Guest"), isGiven("Guest 1b")]).toEqual([true, false, false]);
});

it("calls a bot the same in every language", () => {
  const shown = seatNames([{ kind: "bot", name: "Daisy", bot: "farmer" }, { kind: "bot", bot: "farmer" }], (key) => key);
  expect(shown).toEqual(["Daisy", "seat.person"]);
});
