import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import Hint from "./Hint";
import { givenHints } from "./givenHints";
import { TableContext } from "../../model/table/context";
import { SETTLES } from "../../model/table/halt";
import { EMPTY, type TableStore } from "../../model/table/store";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const store = createStore(() => ({ table: "t", ...EMPTY, status: "online" })) as unknown as TableStore;

const drawn = (...fit: readonly string[]): ReactNode => (
  <Texted>
    <TableContext value={store}>
      <Hint hints={["bidding", "turn"]} fit={fit} />
    </TableContext>
  </Texted>
);

test("a hint that is over before anybody could read it comes again, and one that was read does not", async () => {
  keepLanguage("en");
  const { rerender } = render(drawn("bidding"));
  const gotIt = (): Element | null => screen.queryByRole("button", { name: "Got it" });
  await screen.findByRole("button", { name: "Got it" });
  vi.setSystemTime(Date.now() + SETTLES - 1);
  rerender(drawn());
  expect(gotIt()).toBeNull();
  expect(givenHints(["bidding"])).toEqual([]);
  rerender(drawn("bidding"));
  expect(gotIt()).not.toBeNull();
  vi.setSystemTime(Date.now() + SETTLES);
  rerender(drawn());
  expect(givenHints(["bidding"])).toEqual(["bidding"]);
  rerender(drawn("bidding"));
  expect(gotIt()).toBeNull();
});
