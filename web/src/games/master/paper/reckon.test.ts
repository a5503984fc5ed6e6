import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Animal } from "../../../protocol/types";
import { classicScore, masterScore } from "./reckon";

// The very file that the rules of the server are tested with.
const VECTORS = readFileSync("../tests/data/vectors.toml", "utf8");

type Vector = Readonly<Record<string, unknown>>;

/** Read the tables of one name; of the format no more than these use, which is that of JSON after the sign. */
function vectors(name: string): Vector[] {
  return VECTORS.split(`\n[[${name}]]\n`)
    .slice(1)
    .map((rest) => {
      const lines = (rest.split(/\n(?=\[)/)[0] ?? "").split("\n").filter((line) => line.includes(" = "));
      return Object.fromEntries(
        lines.map((line) => {
          const at = line.indexOf(" = ");
          return [line.slice(0, at), JSON.parse(line.slice(at + 3)) as unknown];
        }),
      );
    });
}

it.each(vectors("classic"))("reckons Kuhhandel: $origin", (vector) => {
  const { quartets, scoring, dove } = vector as { quartets: Animal[]; scoring: "multiply" | "sum"; dove?: boolean };
  expect(classicScore({ quartets, scoring, dove: dove === true }).total).toBe(vector["expect"]);
});

it.each(vectors("master"))("reckons Kuhhandel Master: $origin", (vector) => {
  const { quartets, pedigrees, rats, money } = vector as { quartets: Animal[]; pedigrees: Animal[]; rats: number; money?: number };
  const counts = vector["kassensturz"] === true;
  const score = masterScore({ quartets, pedigrees, rats: rats === 4, money: counts ? (money ?? 0) : 0 });
  expect(score.total).toBe(vector["expect"]);
  if ("expect_cover" in vector) expect(score.covered).toBe(vector["expect_cover"]);
});

it("has read them all", () => {
  expect(vectors("classic").length).toBe(VECTORS.match(/^\[\[classic\]\]$/gm)?.length);
  expect(vectors("master").length).toBe(VECTORS.match(/^\[\[master\]\]$/gm)?.length);
  expect(vectors("master").length).toBeGreaterThan(5);
});

it("covers what is chosen, as long as it is there", () => {
  const held = { quartets: ["goose", "dog", "cow"], pedigrees: ["goose"], rats: true, money: 0 } as const;
  expect(masterScore(held, "goose").covered).toBe("goose");
  expect(masterScore(held, "goose").total).toBe(2170);
  expect(masterScore(held, "horse").covered).toBe("dog");
});
