// @vitest-environment happy-dom
/** When something is heard, and how long a scene holds the table, tells as little as what is heard. */
import { expect, test } from "vitest";
import { type Sight, toldApart, twinsOf } from "../../twins";
import { calledBy } from "../auction/called";
import { cuesOf } from "../cues";
import { actOf, timed, unheardOf } from "./rehearsal";
import type { Scene } from "./scenes";

test("everybody hears and waits alike", () => {
  expect(toldApart("kuhhandel", timed)).toEqual([]);
  expect(twinsOf("kuhhandel").filter(([sight]) => sight !== undefined && actOf(sight) !== null).length).toBeGreaterThan(10);
});

test("scenes only put off what the step sounds like", () => {
  expect(unheardOf("kuhhandel", cuesOf)).toEqual([]);
});

test("paddles say the same on every screen", () => {
  for (const leads of [true, false]) {
    expect(toldApart("kuhhandel", ({ events }) => Array.from({ length: 6 }, (_, seat) => calledBy(seat, events, leads) ?? null))).toEqual([]);
  }
});

const scenes = (sight: Sight): readonly Scene[] => actOf(sight)?.entries.map(({ scene }) => scene) ?? [];
const known = (sight: Sight): readonly (readonly number[] | null)[] =>
  scenes(sight).flatMap((scene) => (scene.scene === "trade" ? scene.fans.map(({ cards }) => cards) : scene.scene === "sale" ? [scene.payment?.cards ?? null] : []));
const sum = (sight: Sight): number => known(sight).flat().reduce<number>((all, card) => all + (card ?? 0), 0);

/** Spoiled times, each with the secret that it gives away. */
const LEAKS: Readonly<Record<string, (sight: Sight) => unknown>> = {
  "a sound where cards are turned over, and none where they stay closed": (sight) => (known(sight).some((cards) => cards !== null) ? [[1400, "cards"]] : []),
  "coins that ring later the more is paid": (sight) => [560 + sum(sight), "coins"],
  "a scene that takes longer for a high offer": (sight) => 2500 + sum(sight),
  "a paddle with what was laid": (sight) => `${sum(sight)}!`,
};

test.each(Object.entries(LEAKS))("a planted leak is caught: %s", (_, leak) => {
  expect(toldApart("kuhhandel", leak)).not.toEqual([]);
});
