import { expect, test } from "vitest";
import type { KuhfsteinPhaseView } from "../../protocol/types";
import { hintFor } from "./hints";

const ACTING = { phase: "acting", seat: 0, doing: "action", left: 1, waiting: [], committed: null } as const satisfies KuhfsteinPhaseView;

test("Kuhfstein has three hints of its own, for the one whose turn it is", () => {
  expect(hintFor(ACTING, 0, false)).toBe("land_action");
  expect(hintFor(ACTING, 0, true)).toBe("land_play");
  expect(hintFor({ ...ACTING, doing: "confirm" }, 0, true)).toBe("land_confirm");
  expect(hintFor(ACTING, 1, false)).toBeNull();
  expect(hintFor(ACTING, null, false)).toBeNull();
  expect(hintFor({ phase: "shuffling" }, 0, false)).toBeNull();
});
