/** What is heard of a game, and the faces that bots make at it, tell no secret, and there is a sound for all of it. */
import { expect, test } from "vitest";
import { COMMON } from "../sound/common";
import { EMOTES } from "../model/table/emotes";
import { GAMES } from ".";
import { toldApart, twinsOf } from "./twins";

/** A cue says after a plus how much higher its sound is. */
const soundOf = (cue: string): string => cue.replace(/\+\d+$/, "");

const SEATS = [0, 1, 2, 3, 4, 5];

test.each(GAMES)("$name sounds the same to everybody", ({ name, cuesOf }) => {
  expect(toldApart(name, ({ events, view }) => cuesOf(events, view))).toEqual([]);
});

test.each(GAMES)("bots make the same faces on every screen of $name", ({ name, reactionsOf }) => {
  // At each of three moments, for bots do not make a face every time.
  for (const moment of [0, 1, 2]) {
    for (const bots of [SEATS, [1], [0, 2], [2, 3]]) {
      expect(toldApart(name, ({ events, view }) => reactionsOf(events, { ...view, moment }, bots.filter((seat) => !("seats" in view) || seat < view.seats.length)))).toEqual([]);
    }
  }
});

test.each(GAMES)("$name has a sound for all that it lets hear", async ({ name, cuesOf, sounds, shakes = {} }) => {
  const made = { ...COMMON, ...(await sounds()).default };
  const cues = new Set(twinsOf(name).flatMap((step) => step.flatMap(({ events, view }) => cuesOf(events, view).map(soundOf))));
  expect(cues.size).toBeGreaterThan(4);
  expect([...cues, ...Object.keys(shakes)].filter((cue) => !(cue in made))).toEqual([]);
});

test.each(GAMES)("only bots make faces in $name, seldom more than one at a step", ({ name, reactionsOf }) => {
  const steps = twinsOf(name).flatMap(([sight]) => (sight === undefined ? [] : [sight]));
  const faces = steps.map(({ events, view }) => reactionsOf(events, view, [1, 2]));
  expect(faces.flat().length).toBeGreaterThan(3);
  expect(faces.every((row) => row.length <= 1)).toBe(true);
  expect(faces.flat().every(({ seat, emote }) => (seat === 1 || seat === 2) && EMOTES.includes(emote))).toBe(true);
  expect(steps.flatMap(({ events, view }) => reactionsOf(events, view, []))).toEqual([]);
});
