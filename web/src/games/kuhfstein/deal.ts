/** The deal of Kuhfstein again: tiles, cards, goals, bonus fields and the fox, in the order in which the server draws them. */
import type { Bonus, GameEvent, KuhfsteinDealt, TableOpened, Terrain } from "../../protocol/types";
import type { SeededChance } from "../../net/chance";
import type { Deal } from "../../model/game/game";
import BOXES from "./boxes.json";

/** What is in the box, as far as a deal needs it. */
interface Box {
  readonly version: number;
  readonly tiles: Readonly<Record<string, number>>;
  readonly removed: Readonly<Record<string, number>>;
  readonly cards: number;
  readonly goals: readonly string[];
  readonly goals_each: number;
  readonly display: number;
  readonly open_cards: number;
  readonly cows: number;
  readonly trees: number;
  readonly actions: number;
  readonly printed: string;
  readonly bonus_tiles: readonly (readonly string[])[];
}

/** How many cards a table plays with: those of the box, or of a file of its own. Null: something else was changed. */
function cardsOf(box: Box, data: TableOpened["data"]): number | null {
  const { cards, ...others } = data;
  if (Object.keys(others).length > 0) return null;
  if (cards === undefined) return box.cards;
  return Array.isArray(cards) ? cards.length : null;
}

function layoutOf(box: Box, random: boolean, chance: SeededChance): readonly string[] {
  if (!random) return [box.printed, ...box.bonus_tiles.map(([front = ""]) => front)];
  const shuffled = chance.shuffled("layout", box.bonus_tiles);
  return [box.printed, ...shuffled.map((sides) => sides[chance.below("side", 2)] ?? "")];
}

/** Deal again. A start player who is not drawn is given by the house rules. */
function dealtAgain(box: Box, opening: TableOpened, cards: number, set: number | undefined, chance: SeededChance): KuhfsteinDealt {
  const { seats, rules } = opening;
  const out = box.removed[String(seats)] ?? 0;
  const tiles = chance.shuffled(
    "tiles",
    Object.entries(box.tiles).flatMap(([terrain, count]) => Array.from({ length: count - out }, () => terrain as Terrain)),
  );
  const drawn = chance.shuffled(
    "cards",
    Array.from({ length: cards }, (_, card) => card),
  );
  const goals = chance.shuffled("goals", box.goals);
  const layout = layoutOf(box, rules["bonus_layout"] === "random", chance) as readonly Bonus[];
  const fox = set ?? chance.below("start", seats);
  const chooses = rules["start_card"] === "choose";
  const first = box.open_cards;
  return {
    type: "land_dealt",
    display: tiles.slice(0, box.display),
    tiles: tiles.slice(box.display),
    cards: drawn.slice(0, first),
    pile: drawn.slice(chooses ? first : first + seats),
    hands: Array.from({ length: seats }, (_, seat) => (chooses ? [] : drawn.slice(first + seat, first + seat + 1))),
    goals: Array.from({ length: seats }, (_, seat) => goals.slice(box.goals_each * seat, box.goals_each * (seat + 1))),
    layout,
    cows: box.cows - layout.filter((bonus) => bonus === "cow").length,
    trees: box.trees * seats,
    fox,
    choosing: chooses ? (fox + seats - 1) % seats : null,
  };
}

/** Whether all that lies on the table is what was dealt again, apart from who begins. */
function dealFits(event: GameEvent | undefined, dealt: KuhfsteinDealt): boolean {
  if (event?.type !== "land_dealt") return false;
  const names = Object.keys(dealt) as (keyof KuhfsteinDealt)[];
  return names.every((name) => name === "fox" || name === "choosing" || JSON.stringify(event[name]) === JSON.stringify(dealt[name]));
}

/** Whether the right seat has the fox, and begins. */
function foxFits(log: readonly GameEvent[], dealt: KuhfsteinDealt, actions: number): boolean {
  const [, event, began] = log;
  if (event?.type !== "land_dealt" || event.fox !== dealt.fox || event.choosing !== dealt.choosing) return false;
  if (dealt.choosing !== null) return true;
  return began?.type === "land_turn_began" && began.seat === dealt.fox && began.actions === actions;
}

export default {
  check: (log, opening, start, chance) => {
    const boxes: Readonly<Record<string, Box>> = BOXES;
    const box = Object.hasOwn(boxes, opening.edition) ? boxes[opening.edition] : undefined;
    const cards = box === undefined ? null : cardsOf(box, opening.data);
    if (box?.version !== opening.version || cards === null) return null;
    const again = dealtAgain(box, opening, cards, start, chance);
    return { deck: dealFits(log[1], again), start: foxFits(log, again, box.actions) };
  },
  beginner: ([, dealt]) => (dealt?.type === "land_dealt" ? dealt.fox : undefined),
  words: ([, dealt]) => {
    const all = dealt?.type === "land_dealt" ? dealt : null;
    const tiles = (all?.display.length ?? 0) + (all?.tiles?.length ?? 0);
    const cards = (all?.cards.length ?? 0) + (all?.pile?.length ?? 0) + (all?.hands ?? []).flatMap((hand) => hand ?? []).length;
    return {
      good: { key: "kuhfstein.fair.good", args: { tiles, cards } },
      bad: { key: "kuhfstein.fair.bad" },
      unchecked: { key: "kuhfstein.fair.rules" },
    };
  },
} satisfies Deal;
