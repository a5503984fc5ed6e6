/**
 * Receipts for envelopes, in this browser alone: they say what their owner would have paid. With them `kuhstall verify`
 * and the page after the game check what the server has opened.
 */
import { keep, kept } from "../../lib/storage";
import type { GameAction, Receipt } from "../../protocol/types";

const place = (table: string): string => `kuhstall.receipts.${table}`;

/** What is kept of a table, in the order in which it came. */
export function receiptsOf(table: string): readonly Receipt[] {
  try {
    const found: unknown = JSON.parse(kept(place(table)) ?? "[]");
    return Array.isArray(found) ? (found as readonly Receipt[]) : [];
  } catch {
    // Somebody else's writing.
    return [];
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Keep a receipt, once however often it is acknowledged. Two of one revision are both kept: they tell of a fraud. */
export function keepReceipt(table: string, receipt: Receipt): void {
  const before = receiptsOf(table);
  if (!before.some((one) => same(one, receipt))) keep(place(table), JSON.stringify([...before, receipt]));
}

/** What was sent: `after` is the newest revision of ours that we knew of then. */
interface Sent {
  readonly seat: number;
  readonly moment: number;
  readonly after: number;
  readonly action: GameAction | null;
}

/**
 * The receipt for what we have sent, or withdrawn (null). A receipt for something else is none: with our own answer in its
 * place, it matches nothing that the server has committed to.
 */
export function ownReceipt(receipt: Receipt, { seat, moment, after, action }: Sent): Receipt {
  const told = receipt.action as GameAction | null;
  // The server writes down also what we have left out.
  const fits = told === null || action === null ? told === action : same({ ...told, ...action }, told);
  if (fits && receipt.seat === seat && receipt.moment === moment && receipt.revision > after) return receipt;
  return { ...receipt, seat, moment, action: action as GameAction, revision: Math.max(receipt.revision, after + 1) };
}

/** The number of the newest revision of ours, as far as this browser knows. */
export function newestRevision(table: string, moment: number): number {
  return Math.max(0, ...receiptsOf(table).map((one) => (one.moment === moment ? one.revision : 0)));
}

/** Give up the receipts of what the server has lost: from a moment on, but those up to a revision of that moment. */
export function dropReceipts(table: string, moment: number, revision: number): void {
  const left = receiptsOf(table).filter((one) => one.moment < moment || (one.moment === moment && one.revision <= revision));
  keep(place(table), JSON.stringify(left));
}
