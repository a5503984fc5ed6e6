import { act as settle, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../e2e/machine";
import { keepLanguage } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import type { Line } from "../protocol/types";
import { TableContext } from "../model/table/context";
import { Log } from "./Log";
import { EMPTY, type TableStore } from "../model/table/store";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const LINE = 46;
const ROOM = 400;

let store: TableStore;
let list: HTMLElement;

const lines = (count: number): readonly Line[] => Array.from({ length: count }, () => ({ key: "log.passed", seats: { seat: 0 }, args: {} }));
/** How far the list is from its end. */
const below = (): number => list.children.length * LINE - list.scrollTop - ROOM;

async function frame(): Promise<void> {
  await settle(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  });
}

async function come(count: number): Promise<void> {
  settle(() => store.setState({ lines: lines(count) }));
  await frame();
}

beforeEach(async () => {
  keepLanguage("en");
  store = createStore(() => ({ table: "t", ...EMPTY, status: "online" })) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <Log />
      </TableContext>
    </Texted>,
  );
  list = await screen.findByRole("list", { name: "Log" });
  let top = 0;
  Object.defineProperties(list, {
    clientHeight: { get: () => ROOM },
    scrollHeight: { get: () => list.children.length * LINE },
    scrollTop: {
      get: () => top,
      set: (wanted: number) => {
        top = Math.max(0, Math.min(wanted, list.children.length * LINE - ROOM));
      },
    },
  });
});
afterEach(cleanup);

test("stays at its end, however quickly lines come", async () => {
  for (let count = 61; count <= 80; count += 2) {
    await come(count);
    // The next line is there before the browser tells of our own scrolling.
    settle(() => store.setState({ lines: lines(count + 1) }));
    fireEvent.scroll(list);
  }
  await frame();
  expect(below()).toBe(0);
  expect(screen.queryByRole("button")).toBeNull();
});

test("stays where somebody reads, until they want to see the newest", async () => {
  await come(60);
  fireEvent.scroll(list);
  list.scrollTop -= 30;
  fireEvent.scroll(list);
  const read = list.scrollTop;
  await come(64);
  expect(list.scrollTop).toBe(read);
  fireEvent.click(screen.getByRole("button", { name: /Newest/ }));
  expect(below()).toBe(0);
  expect(screen.queryByRole("button")).toBeNull();
  await come(70);
  expect(below()).toBe(0);
});

test("goes on when they have scrolled down again, or do something", async () => {
  await come(60);
  const up = (): void => {
    list.scrollTop = 300;
    fireEvent.scroll(list);
  };
  up();
  list.scrollTop = 60 * LINE;
  fireEvent.scroll(list);
  await come(62);
  expect(below()).toBe(0);
  up();
  await come(63);
  expect(list.scrollTop).toBe(300);
  settle(() => store.setState({ pending: [{ cid: "c", action: { type: "pass" }, moment: 1 }] }));
  await come(64);
  expect(below()).toBe(0);
});
