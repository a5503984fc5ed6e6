import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { gameOfEdition } from "../../games";
import type { Game } from "../../model/game/game";
import type { Transcript } from "../../protocol/types";
import { SeededChance } from "../../net/chance";
import { hex } from "../../net/sha256";
import { hmac512, sha512 } from "../../net/sha512";
import { type Findings, seedOf, verified } from "./verify";

interface Vectors {
  readonly seeds: readonly { game: string; version: number; secret: string; reveals: Record<string, string>; seed: string }[];
  readonly draws: readonly { seed: string; label: string; bound: number; draws: readonly number[] }[];
  readonly shuffles: readonly { seed: string; length: number; order: readonly number[] }[];
  readonly transcripts: readonly { name: string; code: string | null; change: Partial<Transcript> }[];
  readonly openings: readonly { transcript: Transcript; code: string }[];
  readonly lands: readonly { name: string; transcript: Transcript; code: string }[];
}

const read = (name: string): unknown => JSON.parse(readFileSync(`../tests/data/${name}.json`, "utf8"));
// Made by the code that `kuhstall verify` runs.
const vectors = read("fairness") as Vectors;
const WHOLE = read("transcript") as Transcript;

const bytes = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const some = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 11 + length) % 256);

describe("sha512", () => {
  test("agrees with the machine's own for every length around a block", () => {
    for (let length = 0; length < 260; length++) {
      expect(hex(sha512(some(length)))).toBe(createHash("sha512").update(some(length)).digest("hex"));
    }
  });

  test("makes the same code of any key", () => {
    for (const length of [0, 1, 64, 127, 128, 129, 200]) {
      const theirs = createHmac("sha512", some(length)).update(some(70)).digest("hex");
      expect(hex(hmac512(some(length), some(70)))).toBe(theirs);
    }
  });
});

describe("chance", () => {
  test.each(vectors.seeds)("the seed of $game is the server's", ({ game, version, secret, reveals, seed }) => {
    const values = new Map(Object.entries(reveals).map(([seat, value]) => [Number(seat), bytes(value)]));
    expect(hex(seedOf(bytes(secret), game, version, values))).toBe(seed);
  });

  test.each(vectors.draws)("draws of $label below $bound are the server's", ({ seed, label, bound, draws }) => {
    const chance = new SeededChance(bytes(seed));
    expect(draws.map(() => chance.below(label, bound))).toEqual(draws);
  });

  test.each(vectors.shuffles)("a shuffle of $length is the server's", ({ seed, length, order }) => {
    const cards = Array.from({ length }, (_, place) => place);
    expect(new SeededChance(bytes(seed)).shuffled("deck", cards)).toEqual(order);
  });
});

/** Check a transcript with the deal of the game that its edition belongs to. */
async function checked(transcript: Transcript, edition = editionOf(transcript)): Promise<Findings> {
  const game = gameOfEdition({ key: edition }) as Game;
  return verified(transcript, (await game.deal()).default);
}

function editionOf({ log: [opening] }: Transcript): string {
  return opening?.type === "table_opened" ? opening.edition : "";
}

/** What only the rules can tell is not the page's to find. */
const ours = (code: string | null): string | null => (code === "log" || code === "unfinished" ? null : code);

describe("a transcript", () => {
  test.each(vectors.transcripts)("with another $name is judged as by the program: $code", async ({ code, change }) => {
    const log = change.log === undefined ? WHOLE.log : [...change.log, ...WHOLE.log.slice(3)];
    const found = await checked({ ...WHOLE, ...change, log });
    expect(found.code).toBe(ours(code));
    const good = found.promise === true && found.deck === true && found.start === true && Object.values(found.values).every(Boolean);
    expect(good).toBe(found.code === null);
  });

  test.each(vectors.openings)("of every edition is dealt again: $transcript.log.0.edition", async ({ transcript, code }) => {
    const found = await checked(transcript);
    expect(found).toMatchObject({ code: ours(code), promise: true, deck: true, start: true, known: true });
    expect(found.seed).toMatch(/^[0-9a-f]{128}$/);
    expect(found.drawn).toBe(transcript.log[0]?.type === "table_opened" && transcript.log[0].rules["start_player"] === "random");
  });

  test.each(vectors.lands)("of Kuhfstein with another $name is judged as by the program: $code", async ({ name, transcript, code }) => {
    const found = await checked(transcript);
    const starts = ["fox", "start", "actions", "who chooses"].includes(name);
    expect(found).toMatchObject({ code, promise: true, known: true, deck: starts, start: !starts });
  });

  test("of a tutorial is said to be scripted, and neither right nor wrong", async () => {
    const [opening, ...rest] = WHOLE.log;
    const found = await checked({ ...WHOLE, log: [{ ...opening, script: "lesson:1" } as typeof WHOLE.log[0], ...rest] });
    expect(found).toMatchObject({ code: null, promise: true, scripted: true, seed: null, deck: null, start: null });
  });

  test("of an edition that is not known here is not said to be right", async () => {
    const [opening, ...rest] = WHOLE.log;
    for (const strange of [{ edition: "kuhhandel/9" }, { edition: "toString" }, { data: { deck: [] } }]) {
      const found = await checked({ ...WHOLE, log: [{ ...opening, ...strange } as typeof WHOLE.log[0], ...rest] }, editionOf(WHOLE));
      expect(found).toMatchObject({ known: false, deck: null, start: null, promise: true });
    }
  });
});
