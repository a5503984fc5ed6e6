/**
 * What the receipts of this browser prove of the envelopes that were opened: that they were opened as they were handed in,
 * and that what came of it fits them. `kuhstall verify --receipts` does more, with the receipts of all.
 */
import { digest, PROTOCOL } from "../../net/fairness";
import { hex } from "../../net/sha256";
import type { Bid, GameEvent, Receipt, Transcript } from "../../protocol/types";

export interface EnvelopeFindings {
  /** Opened as the newest receipt says, with an outcome that fits it. */
  readonly good: number;
  /** Opened otherwise than the newest receipt here says, or not at all. */
  readonly unlike: number;
  /** Opened as the receipt says, and what came of it cannot be. */
  readonly bad: number;
}

export function commitmentOf(game: string, { seat, moment, revision, action, salt }: Receipt): string {
  const bytes = Uint8Array.from(salt.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return hex(digest(`${PROTOCOL}/envelope`, game, String(seat), String(moment), String(revision), JSON.stringify(action), bytes));
}

/** How much, or how many, somebody has named. */
function named({ action }: Receipt): number {
  switch (action.type) {
    case "maximum":
      return action.amount;
    case "slap":
      return action.count;
    case "pass_rat":
      return action.times;
    default:
      return 0;
  }
}

/** Nobody is called up for more than they have named, and nobody else for less. */
function fitsCalls(called: readonly Bid[], seat: number, amount: number): boolean {
  if (called.length === 0) return amount === 0;
  return called.every((bid) => (bid.seat === seat ? bid.amount <= amount : bid.amount >= amount));
}

/** Who names most takes a pedigree at that number; after one who could not pay, lots decide among equals. */
function fitsSlaps(called: readonly Bid[], seat: number, count: number): boolean {
  const first = called[0];
  if (first === undefined) return count === 0;
  return (first.seat === seat || first.amount >= count) && called.every((bid) => bid.seat !== seat || bid.amount <= count);
}

/** Whoever sells keeps it exactly where the last one called up asks no more than they said. */
function fitsKeeping(called: readonly Bid[], kept: boolean, amount: number): boolean {
  const last = called.at(-1);
  return last === undefined || kept === last.amount <= amount;
}

/** Who turned up the pedigree that is being opened. */
function pedigreeOf(log: readonly GameEvent[], at: number): number | undefined {
  return log.slice(0, at).findLast((event) => event.type === "pedigree_revealed")?.auctioneer;
}

function fits(log: readonly GameEvent[], at: number, receipt: Receipt): boolean {
  const { seat } = receipt;
  const amount = named(receipt);
  const event = log[at];
  switch (event?.type) {
    case "envelopes_opened":
      return event.auctioneer === seat ? fitsKeeping(event.called, event.kept, amount) : fitsCalls(event.called, seat, amount);
    case "slaps_opened":
      return pedigreeOf(log, at) === seat ? fitsKeeping(event.called, event.kept, amount) : fitsSlaps(event.called, seat, amount);
    case "rat_settled": {
      // Whoever takes the rat has passed it on as often as they said.
      const passed = event.passed[seat] ?? 0;
      const taker = log.slice(at).find((one) => one.type === "rat_taken")?.seat;
      return taker === seat ? passed === amount : passed <= amount;
    }
    default:
      return false;
  }
}

/** The newest receipts of each moment: more than one if the server has given several for one revision. */
function newestReceipts(receipts: readonly Receipt[]): Map<number, readonly Receipt[]> {
  const found = new Map<number, readonly Receipt[]>();
  for (const one of receipts) {
    const known = found.get(one.moment) ?? [];
    const before = known[0]?.revision ?? 0;
    if (one.revision >= before) found.set(one.moment, one.revision > before ? [one] : [...known, one]);
  }
  return found;
}

export function provenEnvelopes({ game, log, opened = [] }: Transcript, receipts: readonly Receipt[]): EnvelopeFindings {
  const found = { good: 0, unlike: 0, bad: 0 };
  for (const [moment, newest] of newestReceipts(receipts)) {
    // Whoever has withdrawn it and said nothing more has nothing to prove.
    if (newest.every(({ action }) => (action as unknown) === null)) continue;
    const entry = opened.find((one) => one.moment === moment);
    const [receipt] = newest;
    const alike = receipt !== undefined && newest.length === 1 && entry?.commitments[String(receipt.seat)] === commitmentOf(game, receipt);
    if (entry === undefined || !alike) found.unlike++;
    else if (fits(log, entry.at, receipt)) found.good++;
    else found.bad++;
  }
  return found;
}
