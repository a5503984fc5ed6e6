/** What a table of Kuhhandel shows, or of a game that is built on it: money, herds and a deck. */
import type { ClassicView, GameView, MasterView } from "../../protocol/types";

export type KuhhandelView = ClassicView | MasterView;

/** The view of such a game; null before there is one, and for any other game. */
export function kuhhandelView(view: GameView | null): KuhhandelView | null {
  return view !== null && "deck" in view ? view : null;
}
