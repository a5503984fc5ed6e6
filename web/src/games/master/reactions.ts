/** The faces that bots make, beyond those of Kuhhandel. */
import type { GameEvent, GameView } from "../../protocol/types";
import { nextOf, type Reaction } from "../../model/table/emotes";
import { faceAt as atMarket } from "../kuhhandel/reactions";

function faceAt(event: GameEvent, view: GameView, bots: readonly number[]): Reaction | null {
  const made = (seat: number | undefined, emote: Reaction["emote"]): Reaction | null => (seat !== undefined && bots.includes(seat) ? { seat, emote } : null);
  switch (event.type) {
    case "rat_taken":
      return made(event.seat, "😭") ?? made(nextOf(bots, event.seat), "😂");
    case "pedigree_taken":
      return made(event.seat, "😉") ?? (event.price === 0 ? null : made(nextOf(bots, event.seat), "😠"));
    case "slap_exposed":
      return made(nextOf(bots, event.seat), "😂");
    default:
      return atMarket(event, view, bots);
  }
}

export function reactionsOf(events: readonly GameEvent[], view: GameView, bots: readonly number[]): readonly Reaction[] {
  return events.map((event) => faceAt(event, view, bots)).filter((face) => face !== null).slice(-1);
}
