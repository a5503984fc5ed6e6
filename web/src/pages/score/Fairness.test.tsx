import { cleanup, render, screen } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted, TextedAfter, TextedWith } from "../../i18n/text";
import type { PartyView, Transcript } from "../../protocol/types";
import { TableContext } from "../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";
import { keepReceipt } from "../../model/table/receipts";
import Fairness from "./Fairness";
import { patience } from "../../../e2e/machine";
import { serverCommitment } from "../../net/fairness";
import { gameNamed } from "../../games";
import { GameContext } from "../../model/game/context";
import type { Game } from "../../model/game/game";

// The worker of this browser answers like a server.
vi.mock("../../net/offline/transport", () => ({ answered: async (online: (address: string, init: RequestInit) => Promise<Response>, address: string, init: RequestInit) => online(address, init) }));

// The same game that `kuhstall verify` is tested with.
const WHOLE = JSON.parse(readFileSync("../tests/data/transcript.json", "utf8")) as Transcript;
const MISSING = (JSON.parse(readFileSync("../tests/data/fairness.json", "utf8")) as { openings: readonly { transcript: Transcript }[] }).openings
  .flatMap(({ transcript }) => (transcript.missing?.length === 1 ? [{ transcript, place: "Ben" }] : []))[0] as { transcript: Transcript; place: string };
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

/** What sealed answers lead to; the page looks at their types only. */
const SEALED = ["envelopes_opened", "slaps_opened", "rat_settled"].map((type) => ({ type }) as Transcript["log"][number]);
const UNPROVEN = { en: /who won such an auction, at which price/, de: /Wer eine solche Versteigerung gewann, zu welchem Preis/, ru: /Кто выиграл такой аукцион, по какой цене/ };

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

test.each(Object.entries(UNPROVEN))("who won a sealed auction, and at which price, is said to be unproven in %s", async (language, words) => {
  localStorage.setItem("kuhstall.language", language);
  for (const event of SEALED) {
    const found = await verdicts({ log: [...WHOLE.log, event] });
    const [said] = Object.keys(found).filter((text) => words.test(text));
    expect(said, event.type).toBeDefined();
    expect(found[said ?? ""]).toBeNull();
    cleanup();
  }
  expect(Object.keys(await verdicts({})).join(" ")).not.toMatch(words);
});

test("a missing value is said to be missing, and not forged", async () => {
  const { transcript, place } = MISSING;
  const found = await verdicts(transcript, transcript.server_commitment, transcript.game);
  const [said] = Object.keys(found).filter((text) => /could choose between two decks/.test(text));
  expect(said).toContain(place);
  expect(found[said ?? ""]).toBeNull();
  expect(Object.values(found)).not.toContain("false");
});

test("a deck that no player has added to is the server's alone", async () => {
  const { transcript } = MISSING;
  const found = await verdicts({ ...transcript, protocol: "kh-fair-1", commitments: {}, reveals: {}, missing: [] }, transcript.server_commitment, transcript.game);
  expect(Object.keys(found).join(" ")).toMatch(/the server alone dealt/);
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

const ONE_DEVICE = { en: /played on one device: nobody else contributed to the shuffle/, de: /Niemand sonst hat zum Mischen beigetragen/, ru: /больше никто не участвовал в перемешивании/ };

test.each(Object.entries(ONE_DEVICE))("of a game on one device, it is said that nobody else has shuffled, in %s", async (language, words) => {
  localStorage.setItem("kuhstall.language", language);
  const table = `offline${"a".repeat(26)}`;
  const promise = serverCommitment(table, Uint8Array.from(WHOLE.secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
  const found = await verdicts({ game: table, server_commitment: promise, commitments: {}, reveals: {} }, promise, table);
  expect(screen.getByText(words)).toBeTruthy();
  // Of another seed, so another deck: that is seen here as well.
  expect(Object.values(found)).toContain("false");
  expect(Object.keys(found).join(" ")).not.toMatch(/server|Server|сервер/);
  expect(document.querySelector("a[download], details")).toBeNull();
});

test("receipts of this browser are saved as a file, and an envelope that was opened otherwise is told", async () => {
  keepReceipt(WHOLE.game, { seat: 0, moment: 3, revision: 1, action: { type: "pass" }, salt: "ab" });
  const found = await verdicts({ opened: [{ moment: 3, at: 5, commitments: { "0": "00" } }] });
  const [said] = Object.keys(found).filter((text) => text.startsWith("Envelopes that do not match your last receipt"));
  expect(found[said ?? ""]).toBe("false");
  expect(screen.getByRole("button", { name: "Save my receipts", hidden: true })).toBeTruthy();
  localStorage.clear();
});
