/** What is heard of a step. */
import type { GameEvent } from "../../protocol/types";

function heardOf(event: GameEvent): string | null {
  switch (event.type) {
    case "tile_placed":
      return event.points > 0 ? "tree" : "tile";
    case "tiles_exchanged":
      return "tile";
    case "land_card_taken":
    case "start_card_taken":
    case "cards_exchanged":
      return "card";
    case "card_played":
    case "herd_taken":
      return "herd";
    case "bonus_reached":
      return "bonus";
    case "last_round_began":
      return "last";
    default:
      return null;
  }
}

export function cuesOf(events: readonly GameEvent[]): readonly string[] {
  return events.map(heardOf).filter((cue) => cue !== null);
}
