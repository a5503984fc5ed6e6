import { expect, test } from "vitest";
import { type Box, placed, shared } from "./tutorPlace";

const PHONE = { width: 390, height: 844 };
const SMALL = { width: 360, height: 640 };
const DESKTOP = { width: 1280, height: 800 };
const BUBBLE = { width: 340, height: 190 };

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

test.each([
  ["a price and the button below it", PHONE, [box(200, 330, 180, 130), box(8, 740, 90, 56)]],
  ["the whole lower half", PHONE, [box(200, 200, 180, 130), box(0, 420, 390, 424)]],
  ["a small phone", SMALL, [box(180, 180, 170, 110), box(8, 560, 84, 48)]],
  ["a sheet from below", PHONE, [box(10, 330, 370, 500)]],
  ["a dialog in the middle", DESKTOP, [box(400, 200, 480, 400)]],
  ["something at the right edge", DESKTOP, [box(1100, 700, 170, 60)]],
])("nothing that is explained is covered: %s", (_, window, spots) => {
  const place = placed(BUBBLE, spots, window);
  for (const spot of spots) expect(shared(place, spot)).toBe(0);
  expect(place.x).toBeGreaterThanOrEqual(0);
  expect(place.y).toBeGreaterThanOrEqual(0);
  expect(place.x + place.width).toBeLessThanOrEqual(window.width);
  expect(place.y + place.height).toBeLessThanOrEqual(window.height);
});

test("it stands near what is to be pressed, not near what was only shown", () => {
  const place = placed(BUBBLE, [box(20, 20, 100, 40), box(900, 600, 120, 60)], DESKTOP);
  expect(place.x).toBeGreaterThan(500);
});

test("without anything to show it stands in the middle", () => {
  expect(placed(BUBBLE, [], DESKTOP)).toEqual({ x: 470, y: 305, ...BUBBLE });
});

test("where there is no room at all it covers as little as can be", () => {
  const spots = [box(0, 0, 360, 560)];
  expect(placed(BUBBLE, spots, SMALL).y).toBe(640 - 8 - 190);
});

test("it goes beside a dialog where there is room for it, and hides next to nothing of it", () => {
  const dialog = box(400, 150, 480, 500);
  const place = placed(BUBBLE, [box(420, 300, 440, 60), box(700, 590, 160, 50)], DESKTOP, [dialog]);
  expect(shared(place, dialog)).toBeLessThan((BUBBLE.width * BUBBLE.height) / 20);
});
