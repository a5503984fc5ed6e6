/** The faces that bots make, at what lies open on the table. */
import type { GameEvent, GameView } from "../../protocol/types";
import { nextOf, type Reaction } from "../../model/table/emotes";

/** Points for one card that are worth a face. */
const MANY = 12;

function faceAt(event: GameEvent, bots: readonly number[]): Reaction | null {
  const made = (seat: number | undefined, emote: Reaction["emote"]): Reaction | null => (seat !== undefined && bots.includes(seat) ? { seat, emote } : null);
  switch (event.type) {
    case "bonus_reached":
      return event.lost ? made(event.seat, "😭") : made(event.seat, "😉");
    case "card_played":
      return event.points < MANY ? null : (made(event.seat, "😂") ?? made(nextOf(bots, event.seat), "😮"));
    case "last_round_began":
      return made(nextOf(bots, event.seat), "🤔");
    default:
      return null;
  }
}

export function reactionsOf(events: readonly GameEvent[], _: GameView, bots: readonly number[]): readonly Reaction[] {
  return events.map((event) => faceAt(event, bots)).filter((face) => face !== null).slice(-1);
}
