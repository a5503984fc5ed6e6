/** What is heard of the game. */
import { useEffect } from "react";
import type { GameEvent } from "../protocol/types";
import { useTable } from "./context";
import { type Noise, play, unlockSound } from "./sound";

function noiseOf(event: GameEvent): Noise | null {
  switch (event.type) {
    case "bid_placed":
      return "bid";
    case "called_out":
      return "call";
    case "gavel_fell":
      return "gavel";
    case "lot_revealed":
      return event.payout > 0 ? "coins" : null;
    case "pedigree_revealed":
    case "counted_down":
      return "call";
    case "slapped":
      return "slap";
    case "pedigree_taken":
      return "fanfare";
    case "rat_revealed":
    case "rat_taken":
      return "rat";
    case "divided":
      return "bid";
    case "tile_placed":
      return event.points > 0 ? "coins" : "call";
    case "card_played":
      return "coins";
    case "bonus_reached":
      return "fanfare";
    case "last_round_began":
      return "gavel";
    case "card_taken":
      return event.payout > 0 ? "coins" : null;
    default:
      return null;
  }
}

export function useNoises(): void {
  const events = useTable((state) => state.events);
  const asked = useTable((state) => state.options.length > 0);
  const refused = useTable((state) => state.refused?.at);
  useEffect(unlockSound, []);
  useEffect(() => {
    // Of many missed events only the last is worth a noise.
    const noise = events.map(noiseOf).findLast((one) => one !== null);
    if (noise != null) play(noise);
  }, [events]);
  useEffect(() => {
    if (asked) play("turn");
  }, [asked]);
  useEffect(() => {
    if (refused !== undefined) play("refused");
  }, [refused]);
}
