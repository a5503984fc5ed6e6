/** What links look like elsewhere: there is a preview for every kind of page, game and language, with a picture. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { previewsOf } from "../../previewed";
import { GAMES } from "../games";
import { LANGUAGES } from "./catalogue";

const WEB = join(import.meta.dirname, "../..");
const PREVIEWS = previewsOf(join(WEB, "src"));
const LARGEST = 100_000;

test("every game has them in every language, and so has a link without one", () => {
  const wanted = LANGUAGES.flatMap((language) =>
    ["site/", "invitation/", "replay/", ...GAMES.flatMap(({ name }) => [`invitation/${name}`, `replay/${name}`])].map((key) => `${key}/${language}`),
  );
  expect(Object.keys(PREVIEWS).toSorted()).toEqual(wanted.toSorted());
  expect(PREVIEWS["invitation/kuhfstein/de"]).toEqual({
    title: "Komm, wir spielen Kuhfstein!",
    text: "Landschaft & Herden. Im Browser, mit Freunden oder gegen Bots. Ohne Anmeldung.",
    picture: "/preview/kuhfstein.de.png",
    locale: "de_DE",
  });
});

test("nothing is left to be filled in", () => {
  expect(JSON.stringify(PREVIEWS)).not.toMatch(/\{\{|\$t\(/);
});

test.each([...new Set(Object.values(PREVIEWS).map(({ picture }) => picture))])("%s is a small picture of the size that is said", (picture) => {
  const file = join(WEB, "public", picture);
  const data = readFileSync(file);
  expect(data.subarray(1, 4).toString()).toBe("PNG");
  expect([data.readUInt32BE(16), data.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(statSync(file).size).toBeLessThanOrEqual(LARGEST);
});
