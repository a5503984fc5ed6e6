/** What is heard of a step, beyond what Kuhhandel sounds like. */
import type { GameEvent, GameView } from "../../protocol/types";
import { cuesOf as market, hasQuartet } from "../kuhhandel/cues";
import { ANIMALS } from "../kuhhandel/values";

/** What is felt as well, in milliseconds. */
export const SHAKES: Readonly<Record<string, number>> = { slap: 60 };

function heardOf(event: GameEvent, view: GameView): readonly string[] {
  switch (event.type) {
    case "pedigree_revealed":
      return [`cry.${event.animal}`];
    case "counted_down":
      return ["count"];
    case "slapped":
      return ["slap"];
    case "pedigree_taken":
      return ["pedigree"];
    case "rat_revealed":
    case "rat_taken":
      return ["cry.rat"];
    case "card_laid":
    case "divided":
      return ["cards"];
    case "card_taken": {
      // Whoever gets money, or has looked at it, hears no more than the others.
      const kind = event.money ? undefined : [...ANIMALS, "rat" as const].find((one) => one === event.card);
      const cry = kind === undefined ? [] : [`cry.${kind}`];
      return [...cry, ...(event.payout > 0 ? ["coins"] : []), ...(kind !== undefined && hasQuartet(view, event.seat, kind) ? ["quartet"] : [])];
    }
    default:
      return market([event], view);
  }
}

export function cuesOf(events: readonly GameEvent[], view: GameView): readonly string[] {
  return events.flatMap((event) => heardOf(event, view));
}
