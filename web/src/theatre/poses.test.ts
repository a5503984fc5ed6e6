import { expect, it } from "vitest";
import { type Frame, keyframes } from "./poses";

const FRAMES: readonly Frame[] = [
  [100, { x: 10, y: 20, opacity: 0 }, "out"],
  [400, { x: 30, y: 5, scale: 0.5, turn: 12, mirrored: true }],
];

it("moves by transform and opacity alone", () => {
  const names = new Set(keyframes(FRAMES, 1000).flatMap((frame) => Object.keys(frame)));
  expect([...names].toSorted()).toEqual(["easing", "offset", "opacity", "transform"]);
});

it("never goes back in time, which a browser would refuse", () => {
  const late = keyframes([...FRAMES, [300, { x: 0, y: 0 }], [1200, { x: 0, y: 0 }]], 1000);
  expect(late.map(({ offset }) => offset)).toEqual([0, 0.1, 0.4, 0.4, 1]);
});

it("stands where it begins before, and where it ends after", () => {
  const made = keyframes(FRAMES, 1000);
  expect(made.map(({ offset }) => offset)).toEqual([0, 0.1, 0.4, 1]);
  expect(made[0]?.["transform"]).toBe(made[1]?.["transform"]);
  expect(made[3]?.["transform"]).toBe("translate(30.0px, 5.0px) translate(-50%, -50%) rotate(12.00deg) scale(0.500) scaleX(-1)");
});
