import { expect, test } from "vitest";
import { ANIMALS } from "../values";
import { grazing, walk } from "./pasture";
import { SKIES, skyAt } from "./skies";

test("the day has a morning and four skies, by the cards that are left", () => {
  expect([40, 31, 30, 21, 20, 11, 10, 1, 0].map((deck) => SKIES[skyAt(deck)]?.[0] ?? "morning")).toEqual(["morning", "morning", "noon", "noon", "afternoon", "afternoon", "evening", "evening", "night"]);
  expect(skyAt(undefined)).toBe(-1);
});

test("one's animals graze, sixteen at most, each kind first, and nobody moves when others come", () => {
  const few = grazing({ cow: 2, rooster: 1 }, ANIMALS);
  expect(few.map(({ animal, number }) => `${animal} ${number}`).toSorted()).toEqual(["cow 1", "cow 2", "rooster 1"]);
  const many = grazing(Object.fromEntries(ANIMALS.map((animal) => [animal, 4])), ANIMALS);
  expect(many).toHaveLength(16);
  expect(new Set(many.map(({ animal }) => animal)).size).toBe(ANIMALS.length);
  for (const one of few) expect(grazing({ cow: 3, rooster: 2, pig: 1 }, ANIMALS)).toContainEqual(one);
  expect(Math.max(...many.map(({ x }) => x))).toBeLessThanOrEqual(100);
});

test("an animal walks from the lot to its place by transform and opacity alone", () => {
  const [grazer] = grazing({ pig: 1 }, ANIMALS);
  const frames = grazer === undefined ? [] : walk(grazer, 390);
  expect(frames).toHaveLength(11);
  expect(new Set(frames.flatMap((frame) => Object.keys(frame)))).toEqual(new Set(["transform", "opacity"]));
  expect(frames.at(-1)?.["transform"]).toBe("translate(0.0px, 0.0px) scale(1)");
});
