import { cleanup, render, screen } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted, TextedAfter, TextedWith } from "../../i18n/text";
import type { PartyView, Transcript } from "../../protocol/types";
import { TableContext } from "../../table/context";
import { EMPTY, type TableState, type TableStore } from "../../table/store";
import Fairness from "./Fairness";
import { patience } from "../../../e2e/machine";
import { gameNamed } from "../../games";
import { GameContext } from "../../games/context";
import type { Game } from "../../games/game";

// The same game that `kuhstall verify` is tested with.
const WHOLE = JSON.parse(readFileSync("../tests/data/transcript.json", "utf8")) as Transcript;
const [OPENING, DEALT, ...REST] = WHOLE.log;
const PARTY = {
  promise: WHOLE.server_commitment,
  secret: WHOLE.secret,
  places: ["Ada", "Ben", "Cleo"].map((name) => ({ kind: "person", name })),
} as unknown as PartyView;

beforeEach(() => localStorage.setItem("kuhstall.language", "en"));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function verdicts(transcript: Partial<Transcript>, promise = PARTY.promise, table = WHOLE.game, game = gameNamed("kuhhandel") as Game): Promise<Record<string, string | null>> {
  vi.stubGlobal("fetch", async () => Response.json({ ...WHOLE, ...transcript }));
  const party = { ...PARTY, promise };
  const state = createStore<TableState>(() => ({ ...EMPTY, table, party }));
  render(
    <Texted>
      <TextedAfter>
        <TextedWith files={game.texts}>
          <GameContext value={game}>
            <TableContext value={state as unknown as TableStore}>
              <Fairness party={party} onClose={() => undefined} />
            </TableContext>
          </GameContext>
        </TextedWith>
      </TextedAfter>
    </Texted>,
  );
  const found = await screen.findAllByRole("listitem", { hidden: true }, { timeout: patience(10_000) });
  return Object.fromEntries(found.map((one) => [one.textContent?.trim() ?? "", one.getAttribute("data-good")]));
}

test("a fair game is said to be fair, point by point", async () => {
  const found = await verdicts({});
  expect(Object.values(found).every((good) => good === "true")).toBe(true);
  expect(Object.keys(found).join(" ")).toMatch(/promise.*value added.*seed.*40 cards.*began/);
});

test("a deck of another order is named", async () => {
  const deck = DEALT?.type === "dealt" ? (DEALT.deck ?? []).toReversed() : [];
  const found = await verdicts({ log: [OPENING, { ...DEALT, deck }, ...REST] as Transcript["log"] });
  expect(Object.entries(found).filter(([, good]) => good === "false").map(([text]) => text)).toEqual([
    "The deck of the game is not the one that the seed gives!",
  ]);
});

test("a promise that is not the one shown before the game does not count", async () => {
  const found = await verdicts({}, "00".repeat(32));
  expect(found).toEqual({ "The server’s secret does not match its promise!": "false" });
});

test("a deal of Kuhfstein is told as what it is", async () => {
  const { openings } = JSON.parse(readFileSync("../tests/data/fairness.json", "utf8")) as { openings: { transcript: Transcript }[] };
  const dealt = openings.map(({ transcript }) => transcript).find(({ log: [opening] }) => opening?.type === "table_opened" && opening.edition === "kuhfstein");
  const found = await verdicts({ ...dealt }, dealt?.server_commitment, dealt?.game, gameNamed("kuhfstein"));
  expect(Object.values(found).every((good) => good === "true")).toBe(true);
  expect(Object.keys(found).join(" ")).toMatch(/61 tiles, 55 cards, .*began/);
});

test("of an edition that the page does not know, nothing is claimed", async () => {
  const found = await verdicts({ log: [{ ...OPENING, edition: "kuhhandel/9" }, DEALT, ...REST] as Transcript["log"] });
  const [text] = Object.keys(found).filter((one) => found[one] === null);
  expect(text).toMatch(/does not know the deck of this edition/);
  expect(Object.keys(found).join(" ")).not.toMatch(/40 cards/);
});
