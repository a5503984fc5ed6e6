/** Hints for a first game of Kuhfstein: whoever knows another game may still be new to this one. */
import type { KuhfsteinPhaseView, Option } from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { kuhfsteinView } from "./view";

// People's devices remember them by these names.
export const HINTS = ["land_action", "land_play", "land_confirm"] as const;
export type Hint = (typeof HINTS)[number];

/** The hint that fits the phase: a card that can be played is worth more words than the turn. */
export function hintFor(phase: KuhfsteinPhaseView | undefined, you: number | null, mayPlay: boolean): Hint | null {
  if (you === null || phase?.phase !== "acting" || phase.seat !== you) return null;
  if (phase.doing === "confirm") return "land_confirm";
  return mayPlay ? "land_play" : "land_action";
}

/** Whether a card from the hand fits somewhere. */
function offersCard(options: readonly Option[]): boolean {
  return options.some((option) => option.option === "placement" && option.action.type === "play_card");
}

export function useHint(): readonly Hint[] {
  const phase = useTable((state) => kuhfsteinView(state.view)?.phase);
  const you = useTable((state) => state.you);
  const mayPlay = useTable((state) => offersCard(state.options));
  const hint = hintFor(phase, you, mayPlay);
  return hint === null ? [] : [hint];
}
