import { expect, it } from "vitest";
import type { PlaceView } from "../protocol/types";
import { seatNames } from "./names";

const person = (name: string): PlaceView => ({ kind: "person", name });

it("keeps a name that is read from the right from turning figures round", () => {
  const shown = seatNames([person("Anna"), person("\u05d0\u05d1"), person("Ben \u0645"), person("")], (key) => key);
  expect(shown).toEqual(["Anna", "\u2068\u05d0\u05d1\u2069", "\u2068Ben \u0645\u2069", "seat.person"]);
});
