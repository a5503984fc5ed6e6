// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { givenHints, hintsLeft, noteGiven } from "./givenHints";

afterEach(() => localStorage.clear());

const ONE = ["turn", "bidding"] as const;
const OTHER = ["action", "play"] as const;

test("whoever has had the hints of one game gets those of the other", () => {
  noteGiven(ONE);
  expect(hintsLeft(ONE)).toBe(false);
  expect(hintsLeft(OTHER)).toBe(true);
  noteGiven(["play"]);
  expect(givenHints([...ONE, ...OTHER])).toEqual([...ONE, "play"]);
  noteGiven(OTHER);
  expect(hintsLeft(OTHER)).toBe(false);
});
