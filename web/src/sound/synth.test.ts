/** The sounds, without ears: how long they are, how loud, how high, and that none is like another. */
import { expect, test } from "vitest";
import { GAMES } from "../games";
import { COMMON } from "./common";
import { RATE, type Samples } from "./synth";

const found = await Promise.all(GAMES.map(async ({ sounds }) => (await sounds()).default));
const makers = Object.entries(Object.assign({}, COMMON, ...found) as typeof COMMON);
const made = new Map<string, Samples>(makers.map(([name, make]) => [name, make()]));
const sample = (name: string): Samples => made.get(name) ?? new Float32Array();

/** The pitch at a time, by the shift at which a sound is most like itself; hertz. */
function pitchAt(samples: Samples, time: number): number {
  const from = Math.round(time * RATE);
  const part = samples.subarray(from, from + 1600);
  const likeness = (shift: number): number => part.reduce((sum, one, place) => sum + one * (samples[from + place + shift] ?? 0), 0);
  const shifts = Array.from({ length: 380 }, (_, place) => place + 20);
  const most = Math.max(...shifts.map(likeness));
  // The shortest of those that are as good: every second swing is as like as every one.
  const best = shifts.find((shift) => likeness(shift) > 0.93 * most && likeness(shift) >= likeness(shift - 1) && likeness(shift) >= likeness(shift + 1));
  return RATE / (best ?? 1);
}

/** The middle of the spectrum, by how often the sound crosses zero; hertz. */
const brightness = (samples: Samples): number => samples.reduce((count, one, place) => count + (one >= 0 !== (samples[place - 1] ?? 0) >= 0 ? 1 : 0), 0) / ((2 * samples.length) / RATE);
/** How loud it is in each of twelve parts of a second and a half. */
const shape = (samples: Samples): readonly number[] =>
  Array.from({ length: 12 }, (_, part) => {
    const piece = samples.subarray((part * RATE) / 8, ((part + 1) * RATE) / 8);
    return Math.sqrt(piece.reduce((sum, one) => sum + one * one, 0) / (RATE / 8));
  });

test.each([...made])("%s is short, neither faint nor cut off, and ends in silence", (_, samples) => {
  const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  expect(samples.every(Number.isFinite)).toBe(true);
  expect(samples.length / RATE).toBeGreaterThan(0.05);
  expect(samples.length / RATE).toBeLessThan(1.7);
  expect(peak).toBeGreaterThan(0.1);
  expect(peak).toBeLessThanOrEqual(0.9);
  expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.001);
});

test("the same samples come out each time", () => {
  const bytes = (samples: Samples): Buffer => Buffer.from(samples.buffer);
  expect(makers.filter(([name, make]) => !bytes(make()).equals(bytes(sample(name))))).toEqual([]);
});

test.each([
  ["cow", 0.5, 120, 145],
  ["sheep", 0.4, 170, 230],
  ["goat", 0.3, 290, 420],
  ["cat", 0.3, 600, 720],
  ["horse", 0.3, 800, 1100],
  ["rooster", 0.6, 850, 1000],
  ["goose", 0.08, 290, 345],
])("a %s sings as high as one does", (animal, time, low, high) => {
  const pitch = pitchAt(sample(`cry.${animal}`), time);
  expect(pitch).toBeGreaterThan(low);
  expect(pitch).toBeLessThan(high);
});

test("no two sounds are alike", () => {
  const heard = [...made].map(([name, samples]) => ({ name, bright: Math.log2(brightness(samples)), loud: shape(samples) }));
  const close = heard.flatMap((one, place) =>
    heard.slice(place + 1).flatMap((other) => {
      const apart = Math.abs(one.bright - other.bright) + one.loud.reduce((sum, loud, part) => sum + Math.abs(loud - (other.loud[part] ?? 0)), 0) * 3;
      return apart < 0.15 ? [`${one.name} ${other.name}: ${apart.toFixed(2)}`] : [];
    }),
  );
  expect(close).toEqual([]);
});
