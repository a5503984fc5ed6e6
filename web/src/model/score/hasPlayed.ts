/** Whether this browser remembers any games; apart from what reads them, which most who come need not fetch. */
import { kept } from "../../lib/storage";

export const KEPT = "kuhstall.games";

export function hasPlayed(): boolean {
  return kept(KEPT) !== null;
}
