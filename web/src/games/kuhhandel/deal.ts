/** The deal of Kuhhandel again: the order of the deck, the purses, and who begins. */
import type { Dealt, GameEvent } from "../../protocol/types";
import type { Deal } from "../../model/game/game";
import BOXES from "./boxes.json";

/** What is in the box of an edition, as far as a deal needs it. */
export interface Box {
  readonly version: number;
  readonly deck: readonly string[];
  readonly purse: readonly number[];
  readonly stock: readonly number[];
}

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, place) => item === other[place]);

/** What is left of the stock after the deal. */
function bank(box: Box, seats: number): readonly number[] {
  const left = [...box.stock];
  for (let seat = 0; seat < seats; seat++) for (const card of box.purse) left.splice(left.indexOf(card), 1);
  return left;
}

function deckFits(dealt: GameEvent | undefined, box: Box, seats: number, deck: readonly string[]): boolean {
  if (dealt?.type !== "dealt") return false;
  const { deck: cards, purse, bank: rest }: Dealt = dealt;
  return cards !== null && same(cards, deck) && same(purse, box.purse) && same(rest, bank(box, seats));
}

/** Events whose outcome follows from answers that no log contains: those of `kuhstall verify`. */
const SEALED: readonly GameEvent["type"][] = ["envelopes_opened", "slaps_opened", "rat_settled"];

/** The deals of the editions whose boxes these are. */
export function dealFrom(boxes: Readonly<Record<string, Box>>): Deal {
  return {
    check: (log, { edition, version, seats, data }, start, chance) => {
      const box = Object.hasOwn(boxes, edition) ? boxes[edition] : undefined;
      if (box?.version !== version || Object.keys(data).length > 0) return null;
      const deck = deckFits(log[1], box, seats, chance.shuffled("deck", box.deck));
      const first = start ?? chance.below("start", seats);
      return { deck, start: log[2]?.type === "turn_began" && log[2].seat === first };
    },
    beginner: ([, , first]) => (first?.type === "turn_began" ? first.seat : undefined),
    words: (log) => ({
      good: { key: "kuhhandel.fair.good", args: { count: log[1]?.type === "dealt" ? (log[1].deck?.length ?? 0) : 0 } },
      bad: { key: "kuhhandel.fair.bad" },
      unchecked: { key: "kuhhandel.fair.rules" },
      ...(log.some(({ type }) => SEALED.includes(type)) && { unproven: { key: "kuhhandel.fair.sealed" } }),
    }),
  };
}

export default dealFrom(BOXES);
