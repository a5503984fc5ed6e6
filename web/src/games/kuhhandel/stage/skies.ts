/** What time it is at the market, by the cards that are left. */

/** From how many cards on a sky is seen, the earliest first. Before all of them it is morning. */
export const SKIES = [["noon", 30], ["afternoon", 20], ["evening", 10], ["night", 0]] as const;
export type Sky = (typeof SKIES)[number][0];

/** The place of a sky in the list; -1: it is morning. */
export function skyAt(deck: number | undefined): number {
  return deck === undefined ? -1 : SKIES.findLastIndex(([, left]) => deck <= left);
}
