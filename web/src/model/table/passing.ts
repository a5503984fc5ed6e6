/** People who pass one device around: who of them is to have it next. */
import { isOffline } from "../../net/offline/where";
import type { TableState } from "./store";

/** The seats of the people at a table. */
export function seatsOfPeople({ party }: Pick<TableState, "party">): readonly number[] {
  return (party?.places ?? []).flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
}

/** Whether several people share this device. */
export const isShared = (state: Pick<TableState, "table" | "party">): boolean => isOffline(state.table) && seatsOfPeople(state).length > 1;

/** Whether their cards have to be covered: at the end all lies open. */
export function isCovered(state: Pick<TableState, "table" | "party">): boolean {
  const stage = state.party?.stage;
  return (stage === "playing" || stage === "paused") && isShared(state);
}

/** The seat of the player; of those who share a device, of the one whose it is. */
export const ownSeat = (state: Pick<TableState, "table" | "party" | "you">): number | null => (isShared(state) ? 0 : state.you);

/** The seat that the table waits for while somebody else has the device; null: it stays, or a bot is to act. */
export function nextHolder({ you, view, party }: Pick<TableState, "you" | "view" | "party">): number | null {
  const asked = view?.asked ?? [];
  if (you !== null && asked.includes(you)) return null;
  return seatsOfPeople({ party }).find((seat) => asked.includes(seat)) ?? null;
}
