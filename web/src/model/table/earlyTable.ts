/** The table that the page was opened for: its socket does not wait until there is a page to show it. */
import { tableStore, type TableStore } from "./store";

let early: { readonly table: string; readonly store: TableStore } | null = null;

export function openEarly(table: string): void {
  const store = tableStore(table);
  store.open();
  early = { table, store };
}

/** Return the store for a table: the one that is open already, or a new one. */
export function storeFor(table: string): TableStore {
  // Not taken away by asking: what is drawn before everything is there is begun once more.
  return early?.table === table ? early.store : tableStore(table);
}

/** Close a store that no page shows any more. */
export function left(store: TableStore): void {
  if (early?.store === store) early = null;
  store.close();
}
