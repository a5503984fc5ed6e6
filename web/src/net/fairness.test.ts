import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { commitment, freshValue, ownValue, serverCommitment, shownValue } from "./fairness";
import { hex, sha256 } from "./sha256";

const bytes = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

describe("sha256", () => {
  test("agrees with the machine's own for every length around a block", () => {
    for (let length = 0; length < 200; length++) {
      const data = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
      expect(hex(sha256(data))).toBe(createHash("sha256").update(data).digest("hex"));
    }
  });
});

describe("fair deals", () => {
  // The same game that `kuhstall verify` is tested with.
  const game = JSON.parse(readFileSync("../tests/data/transcript.json", "utf8")) as {
    game: string;
    server_commitment: string;
    secret: string;
    commitments: Record<string, string>;
    reveals: Record<string, string>;
  };

  test("the server's promise fits its secret", () => {
    expect(serverCommitment(game.game, bytes(game.secret))).toBe(game.server_commitment);
  });

  test("the players' promises fit their values", () => {
    for (const [seat, value] of Object.entries(game.reveals)) {
      expect(commitment(game.game, Number(seat), bytes(value))).toBe(game.commitments[seat]);
    }
  });

  test("a value stays the same for a table, and is another one for the next", () => {
    expect(ownValue("a")).toEqual(ownValue("a"));
    expect(ownValue("a")).not.toEqual(ownValue("b"));
    expect(ownValue("a")).toHaveLength(32);
  });

  test("a value that was shown is never promised again", () => {
    const first = freshValue("c");
    expect(freshValue("c")).toEqual(first);
    expect(shownValue("c")).toBe(hex(first));
    expect(ownValue("c")).toEqual(first);
    const second = freshValue("c");
    expect(second).not.toEqual(first);
    expect([freshValue("c"), ownValue("c")]).toEqual([second, second]);
  });
});
