import { expect, it } from "vitest";
import { Catalogue } from "../../i18n/catalogue";
import book from "./rules";

it.each([
  ["en", "You may bid again"],
  ["de", "Du darfst wieder mitbieten"],
  ["ru", "Ставить вы сможете и дальше"],
] as const)("says in %s that whoever could not pay may bid again, up to the money that was seen (D-01)", async (language, again) => {
  const texts = await new Catalogue(language, {}).with(book.chapters);
  expect(texts.find("overbid.text")).toContain(again);
});
