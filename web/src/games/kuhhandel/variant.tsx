/** What a game that is built on Kuhhandel adds to its table. Kuhhandel itself adds nothing. */
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { Animal, GameAction, GameEvent, Kind, PhaseView, SeatView } from "../../protocol/types";
import type { Turn } from "../../model/table/turn";
import type { MorePhase } from "./phase";
import { ANIMALS, type CardSize } from "./values";

export interface Variant {
  /** All that can be owned four times, the cheapest first. */
  readonly kinds: readonly Kind[];
  /** The kind that nobody wants: whoever bids more in a trade gets rid of it. */
  readonly unwanted: Kind | null;
  /** Ways to take the top card of the deck beside auctioning it off. */
  readonly draws: readonly DrawWords[];
  /** What the catalogue calls a turn at a table of this size. */
  readonly turnKey: (seats: number) => string;
  readonly useTradeWords: () => (animal: Kind) => TradeWords | null;

  // Phases of its own.
  readonly Bar: ComponentType<{ readonly phase: MorePhase }>;
  readonly Podium: ComponentType<{ readonly phase: MorePhase; readonly deck: number }>;
  /** A phase in one line, and what only its owner sees of it, with large buttons. */
  readonly Line: ComponentType<{ readonly phase: MorePhase }>;
  readonly Secret: ComponentType<{ readonly phase: PhaseView }>;
  readonly useTurn: () => (phase: MorePhase) => Turn;
  readonly usePrompt: () => (phase: MorePhase) => string;
  /** Phases in which the bar stays as it is from moment to moment, and nothing may lie over the stage. */
  readonly steady: readonly string[];

  /** Events of its own that are worth a look, and for how long, in milliseconds. */
  readonly highlights: Readonly<Partial<Record<GameEvent["type"], number>>>;
  readonly Highlight: ComponentType<{ readonly event: GameEvent; readonly events: readonly GameEvent[] }>;

  /** Hints of its own for a first game, and the one that fits a phase for somebody who sits there. */
  readonly hints: readonly string[];
  readonly hintFor: (phase: PhaseView, you: number) => string | null;

  /** The card that is won beside an animal. */
  readonly Pedigree: ComponentType<{ readonly animal: Animal; readonly size?: CardSize; readonly mute?: boolean }>;
  /** What a seat owns beside its animals. */
  readonly HerdMore: ComponentType<{ readonly seat: SeatView }>;
  /** What belongs to a kind beside its owners. */
  readonly KindMore: ComponentType<{ readonly animal: Kind; readonly seats: readonly SeatView[] }>;
}

/** A way to take the top card, by the keys of its words. */
export interface DrawWords {
  readonly action: GameAction["type"];
  readonly title: string;
  readonly why: string;
  /** What the deck itself says. */
  readonly deck: string;
  /** What is said when there is nothing else to do. */
  readonly must: string;
}

/** What a trade says that is about a special kind. */
export interface TradeWords {
  readonly note: ReactNode;
  readonly wants: (seat: string, stake: string) => string;
  readonly won: (seat: number, stake: string) => string;
  readonly acceptWhy: (stake: number) => string;
  readonly money: (rule: "exchange" | "winner_pays" | "all_returned") => string;
  readonly answer: (how: "you" | "only_accept", challenger: string) => string;
}

const Nothing = (): ReactNode => null;

const PLAIN: Variant = {
  kinds: ANIMALS,
  unwanted: null,
  draws: [],
  turnKey: () => "turn",
  useTradeWords: () => () => null,
  Bar: Nothing,
  Podium: Nothing,
  Line: Nothing,
  Secret: Nothing,
  useTurn: () => () => ({ seat: null, text: "" }),
  usePrompt: () => () => "",
  steady: [],
  highlights: {},
  Highlight: Nothing,
  hints: [],
  hintFor: () => null,
  Pedigree: Nothing,
  HerdMore: Nothing,
  KindMore: Nothing,
};

export const VariantContext = createContext<Variant>(PLAIN);

export function useVariant(): Variant {
  return useContext(VariantContext);
}
