/** Kuhhandel's tables, classic or Master: money, herds and a deck. Kuhfstein's have nothing of that. */
import type { ClassicView, GameView, MasterView } from "../protocol/types";

export type MarketView = ClassicView | MasterView;

/** The view of a game of Kuhhandel; null before there is one, and for any other game. */
export function marketOf(view: GameView | null): MarketView | null {
  return view === null || view.game === "kuhfstein" ? null : view;
}

/** Whether the deck is divided and not auctioned off: only the game for two does so. */
export function dividesOf(view: GameView | null): boolean {
  return marketOf(view)?.seats.length === 2;
}
