/** The table that the components below are about. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { isOffline } from "../../net/offline/where";
import type { TableState, TableStore } from "./store";

export const TableContext = createContext<TableStore | null>(null);

export function useTableStore(): TableStore {
  const store = useContext(TableContext);
  if (store === null) throw new Error("no table here");
  return store;
}

export function useTable<T>(select: (state: TableState) => T): T {
  return useStore(useTableStore(), select);
}

/** Whether the table lives in this browser, where nobody else can come. */
export const useIsOffline = (): boolean => useTable(({ table }) => isOffline(table));
