/** The table that the components below are about. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
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
