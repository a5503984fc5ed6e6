import { describe, expect, test } from "vitest";
import { Catalogue, preferred } from "./catalogue";

describe("a catalogue", () => {
  test("counts in each language", async () => {
    const [en, de, ru] = await Promise.all([Catalogue.load("en"), Catalogue.load("de"), Catalogue.load("ru")]);
    expect(en.text("cards.count", { count: 0 })).toBe("no money cards");
    expect(en.text("cards.count", { count: 1 })).toBe("1 money card");
    expect(de.text("cards.count", { count: 2 })).toMatch(/^2 /);
    const russian = [1, 2, 5, 21].map((count) => ru.text("cards.count", { count }));
    expect(new Set(russian.map((text) => text.replace(/^\d+ /, ""))).size).toBe(3);
  });

  test("fills in arguments and other texts", async () => {
    const en = await Catalogue.load("en");
    expect(en.text("action.trade", { animal: "cow", seat: "Ben" })).toBe("Trade cow with Ben");
    expect(en.text("action.trade", { animal: "cow", seat: "$t(animal.pig)" })).toBe("Trade cow with $t(animal.pig)");
    expect(en.find("no.such.key")).toBeUndefined();
  });
});

describe("the language", () => {
  test("is the one chosen before, else the first that is asked for", () => {
    expect(preferred("ru", ["de-AT"])).toBe("ru");
    expect(preferred(null, ["fr", "de-AT", "en"])).toBe("de");
    expect(preferred(null, ["fr"])).toBe("en");
  });
});
