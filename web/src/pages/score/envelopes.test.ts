import { expect, test } from "vitest";
import type { GameEvent, Receipt, Transcript } from "../../protocol/types";
import { commitmentOf, provenEnvelopes } from "./envelopes";

const GAME = "g".repeat(26);
const SALT = "8f0c1be57c8f0e6d2a9b4c3d5e6f7081";
/** What the server commits to for the receipt: the same as in tests/server/test_receipts.py. */
const COMMITMENT = "345cded7292f1188b6425ac6e055d3c3c8390247158a9ca46691a38e1bb4b797";
const RECEIPT: Receipt = { seat: 0, moment: 3, revision: 2, action: { type: "maximum", amount: 230, ahead: false }, salt: SALT };
const EARLIER: Receipt = { ...RECEIPT, revision: 1, action: { type: "maximum", amount: 90, ahead: false }, salt: "00" };

function transcript(event: Partial<Extract<GameEvent, { type: "envelopes_opened" }>>, commitment = COMMITMENT): Transcript {
  const opened = { type: "envelopes_opened", auctioneer: 1, called: [], kept: false, ahead: false, ...event };
  return { game: GAME, log: [{ type: "table_opened" }, opened], opened: [{ moment: 3, at: 1, commitments: { "0": commitment, "2": "else" } }] } as unknown as Transcript;
}

const GOOD = { good: 1, unlike: 0, bad: 0 };
const BAD = { good: 0, unlike: 0, bad: 1 };

test.each([
  ["its owner wins at less than named", [{ seat: 0, amount: 120 }]],
  ["its owner wins at what was named", [{ seat: 0, amount: 230 }]],
  ["another pays more", [{ seat: 2, amount: 240 }]],
  ["another pays as much: they were drawn before", [{ seat: 2, amount: 230 }]],
  ["its owner comes second, after one who could not pay", [{ seat: 2, amount: 240 }, { seat: 0, amount: 100 }]],
] as const)("an envelope that was opened as handed in is good: %s", (_, called) => {
  expect(provenEnvelopes(transcript({ called }), [EARLIER, RECEIPT])).toEqual(GOOD);
});

test.each([
  ["a winner has not named the price", [{ seat: 0, amount: 240 }]],
  ["a loser has named more", [{ seat: 2, amount: 220 }]],
  ["nobody is called up", []],
] as const)("an outcome that does not fit it is noticed: %s", (_, called) => {
  expect(provenEnvelopes(transcript({ called }), [RECEIPT])).toEqual(BAD);
});

test("the auctioneer keeps it exactly where they had said so", () => {
  const called = [{ seat: 2, amount: 200 }];
  expect(provenEnvelopes(transcript({ auctioneer: 0, called, kept: true }), [RECEIPT])).toEqual(GOOD);
  expect(provenEnvelopes(transcript({ auctioneer: 0, called, kept: false }), [RECEIPT])).toEqual(BAD);
});

test("a receipt that was swapped, or another envelope that was opened, is noticed", () => {
  const unlike = { good: 0, unlike: 1, bad: 0 };
  const called = [{ seat: 0, amount: 120 }];
  expect(provenEnvelopes(transcript({ called }, "other"), [RECEIPT])).toEqual(unlike);
  expect(provenEnvelopes(transcript({ called }), [EARLIER])).toEqual(unlike);
  expect(provenEnvelopes(transcript({ called }), [{ ...RECEIPT, salt: "01" }])).toEqual(unlike);
  expect(provenEnvelopes({ ...transcript({ called }), game: "other" }, [RECEIPT])).toEqual(unlike);
});

test("a receipt for what the transcript leaves out, and two for one revision, are noticed", () => {
  const unlike = { good: 0, unlike: 1, bad: 0 };
  const called = [{ seat: 0, amount: 120 }];
  expect(provenEnvelopes({ ...transcript({ called }), opened: [] }, [RECEIPT])).toEqual(unlike);
  expect(provenEnvelopes(transcript({ called }), [{ ...RECEIPT, moment: 4 }])).toEqual(unlike);
  expect(provenEnvelopes(transcript({ called }), [RECEIPT, { ...RECEIPT, salt: "01" }])).toEqual(unlike);
});

/** The commitment is that of the receipt: the server has only lied in what came of it. */
function master(events: readonly object[], receipt: Receipt): ReturnType<typeof provenEnvelopes> {
  const log = [{ type: "table_opened" }, { type: "pedigree_revealed", auctioneer: 1, animal: "cow", count: 10 }, ...events];
  const opened = [{ moment: 3, at: 2, commitments: { [receipt.seat]: commitmentOf(GAME, receipt) } }];
  return provenEnvelopes({ game: GAME, log, opened } as unknown as Transcript, [receipt]);
}

const slap = (seat: number, count: number): Receipt => ({ ...RECEIPT, seat, action: { type: "slap", count } });
const pass = (seat: number, times: number): Receipt => ({ ...RECEIPT, seat, action: { type: "pass_rat", times } });

test.each([
  ["the highest number wins", slap(0, 7), [{ seat: 0, amount: 7 }], false, GOOD],
  ["another one is higher", slap(0, 7), [{ seat: 2, amount: 8 }], false, GOOD],
  ["the same, and another was drawn first", slap(0, 7), [{ seat: 2, amount: 7 }], false, GOOD],
  ["one could not pay, and of the others another was drawn first", slap(0, 7), [{ seat: 2, amount: 7 }, { seat: 3, amount: 6 }], false, GOOD],
  ["the number is lower", slap(0, 7), [{ seat: 2, amount: 6 }], false, BAD],
  ["nobody is told to have named any", slap(0, 7), [], false, BAD],
  ["its owner is called for more", slap(0, 7), [{ seat: 0, amount: 8 }], false, BAD],
  ["its owner sells, having said to keep it", slap(1, 7), [{ seat: 2, amount: 7 }], false, BAD],
  ["its owner keeps it as said", slap(1, 7), [{ seat: 2, amount: 7 }], true, GOOD],
  ["its owner keeps it without having said so", slap(1, 6), [{ seat: 2, amount: 7 }], true, BAD],
] as const)("an envelope for a pedigree: %s", (_, receipt, called, kept, expected) => {
  expect(master([{ type: "slaps_opened", called, kept }], receipt)).toEqual(expected);
});

test.each([
  ["as often as said, and it is taken", 2, 0, GOOD],
  ["less often, since another takes it first", 3, 1, GOOD],
  ["less often than said, and it has to be taken", 3, 0, BAD],
  ["more often than said", 1, 1, BAD],
] as const)("a rat goes round: %s", (_, times, taker, expected) => {
  expect(master([{ type: "rat_settled", passed: [2, 1] }, { type: "card_laid", seat: 0 }, { type: "rat_taken", seat: taker }], pass(0, times))).toEqual(expected);
});

test("nothing is said of an envelope that was withdrawn, or without receipts", () => {
  const nothing = { good: 0, unlike: 0, bad: 0 };
  const withdrawn = { ...RECEIPT, revision: 3, action: null } as unknown as Receipt;
  expect(provenEnvelopes(transcript({}), [RECEIPT, withdrawn])).toEqual(nothing);
  expect(provenEnvelopes(transcript({}), [])).toEqual(nothing);
});
