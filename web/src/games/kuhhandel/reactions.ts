/**
 * The faces that bots make at what happens. A bot says nothing itself: this is made up of what everybody at the table
 * sees, and of nothing else, so that it is the same on every screen and tells nothing of a purse or an offer.
 */
import type { GameEvent, GameView } from "../../protocol/types";
import { nextOf, type Reaction } from "../../model/table/emotes";
import { hasQuartet } from "./cues";

/** Who makes a face at everything is soon not looked at: bots do at every third of what is not rare. */
const SELDOM = 3;

export function faceAt(event: GameEvent, view: GameView, bots: readonly number[]): Reaction | null {
  const made = (seat: number | undefined, emote: Reaction["emote"]): Reaction | null => (seat !== undefined && bots.includes(seat) ? { seat, emote } : null);
  const now = view.moment % SELDOM === 0;
  switch (event.type) {
    case "exposed":
      return made(nextOf(bots, event.seat), "😂");
    case "lot_revealed":
      return event.payout > 0 ? made(nextOf(bots, event.auctioneer), "😮") : null;
    case "lot_taken":
      if (hasQuartet(view, event.seat, event.lot)) return made(event.seat, "😂") ?? made(nextOf(bots, event.seat), "😮");
      return now && event.price === 0 ? made(event.seat, "😉") : null;
    case "bought_out":
      return now ? made(event.seat, "😠") : null;
    case "trade_began":
      return now ? made(event.challenged, "🤔") : null;
    case "trade_settled": {
      if (event.winner === null) return made(event.challenged, "😮");
      const loser = event.winner === event.challenger ? event.challenged : event.challenger;
      if (hasQuartet(view, event.winner, event.animal)) return made(event.winner, "😂") ?? made(loser, "😭");
      return now ? (made(loser, event.stake > 1 ? "😭" : "😠") ?? made(event.winner, "😉")) : null;
    }
    default:
      return null;
  }
}

/** One face a step is enough: that at the last thing. */
export function reactionsOf(events: readonly GameEvent[], view: GameView, bots: readonly number[]): readonly Reaction[] {
  return events.map((event) => faceAt(event, view, bots)).filter((face) => face !== null).slice(-1);
}
