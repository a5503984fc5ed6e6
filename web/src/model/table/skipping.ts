/** Skipping to one's next decision. */
import { useTable } from "./context";

/** Whether the table skips to our next decision. */
export function useSkipping(): boolean {
  return useTable(({ you, party }) => you !== null && party?.places[you]?.hurrying === true);
}
