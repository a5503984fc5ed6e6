/** Hand mode: a phone at a table that a big screen shows has large controls, unless the player chose the full table. */
import { create } from "zustand";
import { keep, kept } from "../../lib/storage";
import { useHandheld } from "../../ui/handheld";
import type { TableState } from "./store";
import { useTable } from "./context";

/** Whether a big screen shows the table to the players. A slow table has none: its players are not in one room. */
function hasScreen({ you, party }: TableState): boolean {
  return you !== null && (party?.screens ?? 0) > 0 && party?.pace !== "slow";
}

const storageKey = (table: string): string => `kuhstall.full_table.${table}`;

interface FullTable {
  /** What the player chose since the page was opened; before that, what is stored counts. */
  readonly chosen: Readonly<Record<string, boolean>>;
  readonly choose: (table: string, full: boolean) => void;
}

export const useFullTable = create<FullTable>((set) => ({
  chosen: {},
  choose: (table, full) => {
    keep(storageKey(table), full ? "yes" : "no");
    set(({ chosen }) => ({ chosen: { ...chosen, [table]: full } }));
  },
}));

/** Whether hand mode can be chosen here. */
export function useHandAvailable(): boolean {
  const handheld = useHandheld();
  const screen = useTable(hasScreen);
  return handheld && screen;
}

/** Whether this phone is in hand mode. */
export function useHandMode(): boolean {
  const table = useTable((state) => state.table);
  const full = useFullTable(({ chosen }) => chosen[table]) ?? kept(storageKey(table)) === "yes";
  return useHandAvailable() && !full;
}
