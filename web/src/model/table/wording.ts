/** A line of the log in words. */
import type { Line } from "../../protocol/types";

type Find = (key: string, args?: Record<string, string | number>) => string | undefined;

export interface Part {
  readonly text: string;
  /** A name, to be shown as one. */
  readonly name: boolean;
}

// Names are marked before they go into the sentence, to be found in it again.
const OPEN = "\u0002";
const SHUT = "\u0003";

/** List money cards by value, lowest first: "2×0, 4×10, 50". */
export function cardList(cards: readonly number[], find: Find): string {
  const counts = new Map<number, number>();
  for (const card of cards.toSorted((one, other) => one - other)) counts.set(card, (counts.get(card) ?? 0) + 1);
  const shown = [...counts].map(([value, count]) => (count > 1 ? `${count}×${value}` : String(value)));
  return shown.join(", ") || (find("cards.none") ?? "");
}

function argument(value: unknown, find: Find): string | number {
  if (Array.isArray(value)) return cardList(value as number[], find);
  return typeof value === "number" ? value : String(value);
}

/** The part of somebody who is one of several winners. */
const ONE_OF_WINNERS = /^winner\d+$/;

/** Name the seats of a line, and write out the rest of its arguments. Whoever is spoken to shares a win with the others. */
function argsOf(line: Line, nameOf: (seat: number) => string, find: Find, you: number | null = null): Record<string, string | number> {
  const args: Record<string, string | number> = {};
  const winners: string[] = [];
  for (const [role, seat] of Object.entries(line.seats)) {
    const name = `${OPEN}${nameOf(seat)}${SHUT}`;
    args[role] = name;
    if (ONE_OF_WINNERS.test(role) && seat !== you) winners.push(name);
  }
  for (const [name, value] of Object.entries(line.args)) args[name] = argument(value, find);
  const last = winners.pop();
  if (last !== undefined) {
    args["winners"] = winners.length > 0 ? (find("list.and", { left: winners.join(", "), right: last }) ?? last) : last;
  }
  return args;
}

/** Word a line for somebody who is in it, by the part they have; undefined: there are no such words. */
function toYou(line: Line, names: readonly string[], find: Find, you: number): string | undefined {
  const key = line.key.replace(/^(log|play)\./, "");
  const roles = Object.keys(line.seats).filter((role) => line.seats[role] === you);
  const args = argsOf(line, (seat) => (seat === you ? find("play.you") : names[seat]) ?? String(seat + 1), find, you);
  for (const role of roles) {
    const text = find(`you.${role.replace(ONE_OF_WINNERS, "winner0")}.${key}`, args);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Word a line, of the log or of the table; if the reader is the one it is about, speak to them. */
export function wording(line: Line, names: readonly string[], find: Find, you: number | null = null): readonly Part[] {
  const own = you === null ? undefined : toYou(line, names, find, you);
  const text = own ?? find(line.key, argsOf(line, (seat) => names[seat] ?? String(seat + 1), find)) ?? line.key;
  return text.split(OPEN).flatMap((piece, index) => {
    if (index === 0) return piece === "" ? [] : [{ text: piece, name: false }];
    const [name = "", rest = ""] = piece.split(SHUT);
    return [{ text: name, name: true }, ...(rest === "" ? [] : [{ text: rest, name: false }])];
  });
}

export function plain(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join("");
}
