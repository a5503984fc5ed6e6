/** What the help has to say at Kuhfstein's table, by phase and by one's part in it. */
import type { Args } from "../../../i18n/catalogue";
import type { ActingView, KuhfsteinPhaseView } from "../../../protocol/types";
import type en from "./help.en.json";

export type Situation = keyof (typeof en)["help"]["now"];

function acting({ doing, committed }: ActingView, own: boolean): Situation {
  if (doing === "confirm") return own ? "confirm_own" : "confirm_onlooker";
  if (!own) return doing === "action" ? "action_onlooker" : "bonus_onlooker";
  if (committed === "tile") return "new_tiles_own";
  if (committed === "card") return "new_cards_own";
  return `${doing}_own`;
}

/** Tell what somebody is in the phase that goes on. */
export function situation(phase: KuhfsteinPhaseView, you: number | null): Situation {
  switch (phase.phase) {
    case "acting":
      return acting(phase, phase.seat === you);
    case "picking":
      return phase.seat === you ? "picking_own" : "picking_onlooker";
    case "final":
      return you === null ? "final_onlooker" : "final_own";
    case "over":
    case "shuffling":
      return phase.phase;
  }
}

/** Name the seats of a phase for the texts about it. */
export function details(phase: KuhfsteinPhaseView, name: (seat: number) => string): Args {
  return "seat" in phase ? { seat: name(phase.seat) } : {};
}
