import { afterEach, expect, test } from "vitest";
import type { LandPhaseView } from "../protocol/types";
import { coached, HINTS, hintsLeft, LAND_HINTS, landHintFor, noteCoached } from "./coached";

afterEach(() => localStorage.clear());

const ACTING = { phase: "acting", seat: 0, doing: "action", left: 1, waiting: [], committed: null } as const satisfies LandPhaseView;

test("Kuhfstein has three hints of its own, for the one whose turn it is", () => {
  expect(landHintFor(ACTING, 0, false)).toBe("land_action");
  expect(landHintFor(ACTING, 0, true)).toBe("land_play");
  expect(landHintFor({ ...ACTING, doing: "confirm" }, 0, true)).toBe("land_confirm");
  expect(landHintFor(ACTING, 1, false)).toBeNull();
  expect(landHintFor(ACTING, null, false)).toBeNull();
  expect(landHintFor({ phase: "shuffling" }, 0, false)).toBeNull();
});

test("who has had the hints of one game gets those of the other", () => {
  noteCoached(HINTS);
  expect(hintsLeft(HINTS)).toBe(false);
  expect(hintsLeft(LAND_HINTS)).toBe(true);
  noteCoached(["land_play"]);
  expect(coached()).toEqual([...HINTS, "land_play"]);
  noteCoached(LAND_HINTS);
  expect(hintsLeft(LAND_HINTS)).toBe(false);
});
