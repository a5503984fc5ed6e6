import { cleanup, configure, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { patience } from "../../e2e/machine";
import { keepLanguage } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import type { Me } from "../protocol/types";
import { TableContext } from "../table/context";
import { tableStore, type TableState } from "../table/store";
import { AtTable } from "./AtTable";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ME: Me = { name: "Anna", tables: [], waits: [{ table: "here", until: 1 }, { table: "there", until: 2 }] };

function shown(state: Partial<TableState>, me: Me = ME): void {
  vi.stubGlobal("fetch", async () => Response.json(me));
  keepLanguage("en");
  const store = tableStore("here");
  store.setState(state);
  render(
    <Texted>
      <TableContext value={store}>
        <AtTable />
        <p>all is there</p>
      </TableContext>
    </Texted>,
  );
}

test("who is not asked here is led on to the next table that waits", async () => {
  shown({ options: [] });
  const link = await screen.findByRole("link", { name: "On to the next waiting table" });
  expect(link.getAttribute("href")).toBe("/t/there");
});

test.each([
  ["is asked here", { options: [{ type: "pass" }] as unknown as TableState["options"] }, ME],
  ["has no other table", { options: [] }, { ...ME, waits: [{ table: "here", until: 1 }] }],
] as const)("who %s is not", async (_, state, me) => {
  shown(state, me);
  await screen.findByText("all is there");
  await vi.waitFor(() => expect(screen.queryByRole("link")).toBeNull());
});
