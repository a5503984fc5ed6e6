import { act as settle, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { AnyRequest, PartyView, Right } from "../../protocol/types";
import { TableContext } from "./context";
import { SETTLES, useHalt, useReading } from "./halt";
import { EMPTY, type TableStore } from "./store";
import { AWAITED, Tutored } from "../../table/tutorial/Tutored";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Time in which somebody reads. */
const later = (): void => settle(() => void vi.advanceTimersByTime(SETTLES));

function Reader({ menu, hint }: { readonly menu: boolean; readonly hint: boolean }): ReactNode {
  useReading(menu);
  useReading(hint);
  useHalt();
  return null;
}

/** A table that notes what it is asked for. */
function table(may: readonly Right[] = ["halt", "go_on"], halting = false): { store: TableStore; asked: string[] } {
  const asked: string[] = [];
  const party = { places: [{ kind: "person", halting }] } as unknown as PartyView;
  const state = createStore(() => ({ table: "t", ...EMPTY, status: "online", you: 0, may, party }));
  const store = Object.assign(state, { ask: ({ type }: AnyRequest) => asked.push(type) }) as unknown as TableStore;
  return { store, asked };
}

const drawn = (store: TableStore, menu: boolean, hint: boolean): ReactNode => (
  <TableContext value={store}>
    <Reader menu={menu} hint={hint} />
  </TableContext>
);

test("a table waits from the first thing that is read to the last", () => {
  const { store, asked } = table();
  const { rerender } = render(drawn(store, false, false));
  expect(asked).toEqual([]);
  rerender(drawn(store, true, false));
  expect(asked).toEqual([]);
  later();
  rerender(drawn(store, true, true));
  expect(asked).toEqual(["halt"]);
  // From the menu to the help, or from one hint to the next.
  rerender(drawn(store, false, true));
  expect(asked).toEqual(["halt"]);
  // Even if nobody has said yet that it waits.
  rerender(drawn(store, false, false));
  expect(asked).toEqual(["halt", "go_on"]);
});

test("a table does not stop for what is closed at once", () => {
  const { store, asked } = table();
  const { rerender } = render(drawn(store, true, false));
  rerender(drawn(store, false, false));
  later();
  expect(asked).toEqual([]);
});

test("a table with other people waits for nobody who reads", () => {
  const { store, asked } = table(["ask_pause"]);
  const { rerender } = render(drawn(store, true, false));
  later();
  rerender(drawn(store, false, false));
  expect(asked).toEqual([]);
});

test("a table that still waits after a reload goes on", () => {
  const { store, asked } = table(undefined, true);
  render(drawn(store, false, false));
  expect(asked).toEqual(["go_on"]);
});

test("a table waits again for what is still open when the connection is back", () => {
  const { store, asked } = table();
  render(drawn(store, true, false));
  later();
  settle(() => store.setState({ status: "offline" }));
  settle(() => store.setState({ status: "online" }));
  later();
  expect(asked).toEqual(["halt", "halt"]);
});

test("a tutorial waits for its coach, but not for one that never comes", () => {
  const { store, asked } = table();
  const drawnAt = (): ReactNode => (
    <TableContext value={store}>
      <Tutored />
      <Reader menu={false} hint={false} />
    </TableContext>
  );
  const { rerender } = render(drawnAt());
  later();
  expect(asked).toEqual([]);
  settle(() => store.setState(({ party }) => ({ party: { ...(party as PartyView), script: "master:1" } })));
  rerender(drawnAt());
  later();
  expect(asked).toEqual(["halt"]);
  settle(() => void vi.advanceTimersByTime(AWAITED));
  expect(asked).toEqual(["halt", "go_on"]);
});
