/** What texts must say, or must not, because an edition does so. */
import { expect, it } from "vitest";
import { Catalogue, LANGUAGES } from "../../../i18n/catalogue";
import { CHAPTERS } from "./rules";

it("does not say that cards laid in a trade are lost: in the first edition some come back (D-10, D-11)", async () => {
  for (const language of LANGUAGES) {
    const texts = await Catalogue.load(language);
    for (const key of ["sure", "sure_nothing"]) expect(texts.text(`play.trade.${key}`)).not.toMatch(/back|zurück|верн/i);
  }
});

it.each([
  ["en", "without you"],
  ["de", "ohne dich"],
  ["ru", "без вас"],
] as const)("says in %s that a lot is put up again without whoever could not pay (D-01)", async (language, without) => {
  const book = await new Catalogue(language, {}).with([CHAPTERS]);
  expect(book.find("overbid.text")).toContain(without);
});
