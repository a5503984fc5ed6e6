/**
 * Checks the shuffle of a finished game in the page itself, with the same answers as `kuhstall
 * verify`: promises, values, seed, deal, start player. Whether every move was by the rules is for
 * that program; the page holds no rules.
 */
import type { Deal } from "../../model/game/game";
import type { TableOpened, Transcript } from "../../protocol/types";
import { SeededChance } from "../../net/chance";
import { commitment, digest, PROTOCOL, serverCommitment, WITH_MISSING } from "../../net/fairness";
import { hex } from "../../net/sha256";
import { hmac512 } from "../../net/sha512";

/** What was found: true is right, false is forged, null was not looked at. */
export interface Findings {
  /** Why the transcript is refused, in the words of `kuhstall verify`; null: it is not. */
  readonly code: string | null;
  readonly promise: boolean | null;
  /** Each seat that has added a value, and whether it is the one it had promised. */
  readonly values: Readonly<Record<string, boolean>>;
  /** The seats whose values were promised and are not in the deck. */
  readonly missing: readonly number[];
  readonly seed: string | null;
  readonly deck: boolean | null;
  readonly start: boolean | null;
  /** Whether the start player was drawn, not set by the house rules. */
  readonly drawn: boolean;
  /** Whether the page knows what is in the box of this edition. */
  readonly known: boolean;
  /** It was a tutorial, where nothing is shuffled: there is no more to check. */
  readonly scripted?: true;
}

const NOTHING: Findings = { code: null, promise: null, values: {}, missing: [], seed: null, deck: null, start: null, drawn: true, known: true };

/** Read 32 bytes in small hexadecimal digits; null if they are not. */
function value(text: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Derive the 512 bits from which all chance of a game comes. */
export function seedOf(secret: Uint8Array, game: string, version: number, reveals: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const added = [...reveals].toSorted(([one], [other]) => one - other).flatMap(([seat, part]) => [String(seat), part]);
  return hmac512(secret, digest(`${PROTOCOL}/seed`, game, String(version), ...added));
}

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, place) => item === other[place]);

function revealed(transcript: Transcript, seats: number, found: Record<string, boolean>): Map<number, Uint8Array> | string {
  const { commitments, reveals, missing = [] } = transcript;
  if (missing.length > 0 && transcript.protocol === PROTOCOL) return "reveals";
  const listed = [...Object.keys(reveals), ...missing.map(String)];
  if (!same(Object.keys(commitments).toSorted(), listed.toSorted())) return "reveals";
  if (missing.some((seat) => !(seat >= 0 && seat < seats))) return "seat";
  const values = new Map<number, Uint8Array>();
  for (const [text, digits] of Object.entries(reveals)) {
    const seat = Number(text);
    if (!(seat >= 0 && seat < seats)) return "seat";
    const part = value(digits);
    if (part === null) return "value";
    const fits = commitment(transcript.game, seat, part) === commitments[text];
    found[text] = fits;
    if (!fits) return "player";
    values.set(seat, part);
  }
  return values;
}

function dealt(log: Transcript["log"], opening: TableOpened, seed: Uint8Array, deal: Deal): Partial<Findings> {
  const rule = opening.rules["start_player"];
  const digit = /^seat:(\d)$/.exec(typeof rule === "string" ? rule : "")?.[1];
  const set = digit === undefined ? undefined : Number(digit);
  // A game that has no such option draws who begins.
  if (rule !== undefined && rule !== "random" && set === undefined) return { known: false };
  const found = deal.check(log, opening, set, new SeededChance(seed));
  if (found === null) return { known: false };
  return { ...found, code: found.deck && found.start ? null : "deal", drawn: set === undefined };
}

/** Check all that can be checked without the rules, with the deal of the game that was played. */
export function verified(transcript: Transcript, deal: Deal): Findings {
  if (![PROTOCOL, WITH_MISSING].includes(transcript.protocol)) return { ...NOTHING, code: "protocol" };
  const opening = transcript.log[0];
  if (opening?.type !== "table_opened") return { ...NOTHING, code: "no_opening" };
  const secret = value(transcript.secret);
  if (secret === null) return { ...NOTHING, code: "value", promise: false };
  if (serverCommitment(transcript.game, secret) !== transcript.server_commitment) {
    return { ...NOTHING, code: "server", promise: false };
  }
  const values: Record<string, boolean> = {};
  const reveals = revealed(transcript, opening.seats, values);
  if (typeof reveals === "string") return { ...NOTHING, code: reveals, promise: true, values };
  const missing = transcript.missing ?? [];
  if (opening.script !== undefined) return { ...NOTHING, promise: true, values, missing, scripted: true };
  const seed = seedOf(secret, transcript.game, opening.version, reveals);
  return { ...NOTHING, promise: true, values, missing, seed: hex(seed), ...dealt(transcript.log, opening, seed, deal) };
}
