import { expect, test } from "vitest";
import type { TutorStep } from "../../model/game/game";
import type { TableState } from "../../model/table/store";
import { after, BEGINNING, stepNow } from "./tutoring";

const at = (seq: number): TableState => ({ seq }) as unknown as TableState;
const step = (key: string, ...seqs: readonly number[]): TutorStep => ({ key, spots: [], fits: ({ seq }) => seqs.includes(seq) });
const STEPS: readonly TutorStep[] = [step("buy", 1, 4), step("bluff", 2), step("trade", 3), { key: "end", spots: [], read: true }];

test("a step comes when it fits, and those that do not are left out", () => {
  expect(stepNow(STEPS, BEGINNING, at(1))).toBe(0);
  expect(stepNow(STEPS, BEGINNING, at(3))).toBe(2);
  expect(stepNow(STEPS, BEGINNING, at(9))).toBe(null);
});

test("nobody is told anything twice", () => {
  const later = after(BEGINNING, 0);
  expect(stepNow(STEPS, later, at(4))).toBe(null);
  expect(after(after(BEGINNING, 2), 0).at).toBe(3);
});

test("the last step comes when all before it is done, and not sooner", () => {
  expect(stepNow(STEPS, after(BEGINNING, 1), at(9))).toBe(null);
  expect(stepNow(STEPS, after(BEGINNING, 2), at(9))).toBe(3);
});

test("what is only read stays, however the game goes on", () => {
  expect(stepNow(STEPS, { at: 0, reading: 1 }, at(3))).toBe(1);
});
