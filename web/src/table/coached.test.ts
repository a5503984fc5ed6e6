import { afterEach, expect, test } from "vitest";
import { coached, hintsLeft, noteCoached } from "./coached";

afterEach(() => localStorage.clear());

const ONE = ["turn", "bidding"] as const;
const OTHER = ["action", "play"] as const;

test("whoever has had the hints of one game gets those of the other", () => {
  noteCoached(ONE);
  expect(hintsLeft(ONE)).toBe(false);
  expect(hintsLeft(OTHER)).toBe(true);
  noteCoached(["play"]);
  expect(coached([...ONE, ...OTHER])).toEqual([...ONE, "play"]);
  noteCoached(OTHER);
  expect(hintsLeft(OTHER)).toBe(false);
});
