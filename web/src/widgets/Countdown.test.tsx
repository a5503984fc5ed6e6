import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../e2e/machine";
import { keepLanguage } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import type { PartyView, TimerView } from "../protocol/types";
import { TableContext } from "../model/table/context";
import { Countdown, GiveTime } from "./Countdown";
import { EMPTY, type TableStore } from "../model/table/store";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(cleanup);

const PARTY = { places: [{ kind: "person", name: "Ada" }, { kind: "person", name: "Ben" }] } as unknown as PartyView;

/** Draw the clock of a seat for Ada, who sits at 0; return what she asks for. */
function drawn(timer: Omit<TimerView, "seat"> & { readonly seat: number }): unknown[] {
  const asked: unknown[] = [];
  const state = createStore(() => ({ table: "t", ...EMPTY, status: "online", you: 0, party: PARTY, timers: [timer] }));
  const store = Object.assign(state, { ask: (request: unknown) => asked.push(request) }) as unknown as TableStore;
  keepLanguage("en");
  render(
    <Texted>
      <TableContext value={store}>
        <Countdown seat={timer.seat} />
        <GiveTime />
      </TableContext>
    </Texted>,
  );
  return asked;
}

test("a clock stands still while a result is shown", async () => {
  drawn({ seat: 0, at: Date.now() + 60_000, lasts: 30_000 });
  expect((await screen.findByRole("timer")).textContent).toBe("0:30");
  expect(screen.queryByRole("button")).toBeNull();
});

test("one takes more time where one may", async () => {
  const asked = drawn({ seat: 0, at: Date.now() + 9_500, lasts: 30_000, more: [0, 1] });
  fireEvent.click(await screen.findByRole("button", { name: "Take more time" }));
  expect(asked).toEqual([{ type: "more_time", seat: 0 }]);
  expect(screen.getByRole("timer").className).toContain("soon");
});

test("one gives more time where one may", async () => {
  const asked = drawn({ seat: 1, at: Date.now() + 20_000, lasts: 30_000, more: [0] });
  fireEvent.click(await screen.findByRole("button", { name: "Give Ben more time" }));
  expect(asked).toEqual([{ type: "more_time", seat: 1 }]);
});

test("nobody gives what the server does not admit", async () => {
  drawn({ seat: 1, at: Date.now() + 20_000, lasts: 30_000, more: [1] });
  await screen.findByRole("timer");
  expect(screen.queryByRole("button")).toBeNull();
});
