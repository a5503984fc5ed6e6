import { expect, it } from "vitest";
import type { KuhfsteinPhaseView } from "../../../protocol/types";
import en from "./help.en.json";
import { details, situation } from "./situation";

const ACTING = { phase: "acting", seat: 0, left: 1, waiting: [], committed: null } as const;
const DOINGS = ["action", "extra", "tile", "card", "confirm"] as const;
const PHASES: readonly KuhfsteinPhaseView[] = [
  ...DOINGS.map((doing) => ({ ...ACTING, doing })),
  { ...ACTING, doing: "action", committed: "tile" },
  { ...ACTING, doing: "extra", committed: "card" },
  { phase: "picking", seat: 0 },
  { phase: "final", reason: "reached" },
  { phase: "over", reason: "reached", scores: [], winners: [] },
  { phase: "shuffling" },
];

it("has words for every part in every phase, and uses all of them", () => {
  const used = new Set(PHASES.flatMap((phase) => [null, 0, 1].map((you) => situation(phase, you))));
  expect([...used, "last_round"].toSorted()).toEqual(Object.keys(en.help.now).toSorted());
});

it("knows of whom it speaks", () => {
  for (const phase of PHASES) {
    for (const you of [null, 0, 1]) {
      const wanted = [...en.help.now[situation(phase, you)].matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? "");
      expect(Object.keys(details(phase, String))).toEqual(expect.arrayContaining(wanted));
    }
  }
});
