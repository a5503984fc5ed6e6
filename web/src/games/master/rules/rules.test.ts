import { expect, it } from "vitest";
import { Catalogue, LANGUAGES } from "../../../i18n/catalogue";
import { RULE_TEXTS } from "../../../model/table/ruleBook";
import book from "./rules";

it.each(LANGUAGES)("explains envelopes and standing orders in %s (C-26, C-34, C-39)", async (language) => {
  const texts = await new Catalogue(language, {}).with(book.chapters);
  expect(texts.find("envelopes.text")).toMatch(/\b10\b/);
  for (const chapter of ["orders", "sealed"]) expect(texts.find(`${chapter}.text`)).toBeDefined();
  expect((await new Catalogue(language, {}).with(RULE_TEXTS)).find("rule.auction_mode.why")).toMatch(/\b10\b/);
});

it("leaves no chapter out", async () => {
  const files = await Promise.all(book.chapters.map(async (chapters) => chapters.en()));
  expect(new Set(book.order)).toEqual(new Set(files.flatMap((file) => Object.keys(file.default))));
});

it.each([
  ["en", "You may bid again"],
  ["de", "Du darfst wieder mitbieten"],
  ["ru", "Ставить вы сможете и дальше"],
] as const)("says in %s that whoever could not pay may bid again, up to the money that was seen (D-01)", async (language, again) => {
  const texts = await new Catalogue(language, {}).with(book.chapters);
  expect(texts.find("overbid.text")).toContain(again);
});
