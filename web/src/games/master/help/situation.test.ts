// @vitest-environment happy-dom
import { expect, it } from "vitest";
import type { MorePhase } from "../../kuhhandel/phase";
import { Catalogue } from "../../../i18n/catalogue";
import help from "./help";
import en from "./help.en.json";
import { details, situation } from "./situation";

const PHASES = [
  { phase: "countdown", animal: "cow", auctioneer: 1, count: 7, barred: [3], limits: [], plan: 0 },
  { phase: "pedigree_hammer", animal: "cow", auctioneer: 1, high: { seat: 2, amount: 4 } },
  { phase: "pedigree_payment", animal: "cow", auctioneer: 1, payer: 0, payee: 1, price: 4 },
  { phase: "rat_round", auctioneer: 1, polled: 0, pot: 2, laid: [] },
  { phase: "rat_envelopes", auctioneer: 1, first: 2 },
  { phase: "dividing", seat: 0, card: "cow" },
  { phase: "extra", seat: 0 },
  { phase: "covering", seat: 0 },
] as unknown as MorePhase[];
const SEATS = [null, 0, 1, 2, 3, 4];

it("has words for every part in every phase, and uses all of them", () => {
  const used = new Set(PHASES.flatMap((phase) => SEATS.map((you) => situation(phase, you))));
  expect([...used, "rats", "turn_onlooker", "turn_two_own", "turn_two_onlooker"].toSorted()).toEqual(Object.keys(en.help.now).toSorted());
});

it("knows whom and what it speaks of", () => {
  for (const phase of PHASES) {
    for (const you of SEATS) {
      const wanted = [...en.help.now[situation(phase, you)].matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? "");
      expect(Object.keys(details(phase, String))).toEqual(expect.arrayContaining(wanted));
    }
  }
});

it.each([
  ["en", "pedigrees"],
  ["de", "Prämienkarten"],
  ["ru", "родословные"],
] as const)("never says in %s that only quartets count", async (language, pedigrees) => {
  const texts = await new Catalogue(language, {}).with(help.texts);
  for (const key of ["turn_onlooker", "turn_two_onlooker"]) expect(texts.find(`help.now.${key}`)).toContain(pedigrees);
});
