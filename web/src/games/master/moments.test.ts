// @vitest-environment happy-dom
/** When something is heard, and how long a scene holds the table, tells as little as what is heard. */
import { expect, test } from "vitest";
import { calledBy } from "../kuhhandel/auction/called";
import { actOf, timed, unheardOf } from "../kuhhandel/theatre/rehearsal";
import { worth } from "../../model/table/options";
import { type Sight, toldApart, twinsOf } from "../twins";
import { cuesOf } from "./cues";

test("everybody hears and waits alike", () => {
  expect(toldApart("master", timed)).toEqual([]);
  expect(twinsOf("master").filter(([sight]) => sight !== undefined && actOf(sight) !== null).length).toBeGreaterThan(10);
});

test("scenes only put off what the step sounds like", () => {
  expect(unheardOf("master", cuesOf)).toEqual([]);
});

test("paddles say the same on every screen", () => {
  for (const leads of [true, false]) {
    expect(toldApart("master", ({ events }) => Array.from({ length: 6 }, (_, seat) => calledBy(seat, events, leads) ?? null))).toEqual([]);
  }
});

test("a planted leak is caught: a rat that cries later the more lies beside it", () => {
  const late = ({ events }: Sight): readonly number[] => events.flatMap((event) => (event.type === "rat_taken" ? [200 + worth(event.cards ?? [])] : []));
  expect(toldApart("master", late)).not.toEqual([]);
});
