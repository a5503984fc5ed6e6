import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { patience } from "../../e2e/machine";
import { keepLanguage } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import type { Me } from "../protocol/types";
import { TableContext } from "../model/table/context";
import { tableStore, type TableState, type TableStore } from "../model/table/store";
import { TableNotifications } from "./TableNotifications";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ME: Me = { name: "Anna", tables: [], waits: [{ table: "here", until: 1 }, { table: "there", until: 2 }] };

const SILENT = { key: "", devices: 0, quiet_from: 0, quiet_to: 0 };

function shown(state: Partial<TableState>, me: Me = ME, push: object = SILENT): TableStore {
  vi.stubGlobal("fetch", async (path: string) => Response.json(path === "/api/push" ? push : me));
  keepLanguage("en");
  const store = tableStore("here");
  store.setState(state);
  render(
    <Texted>
      <TableContext value={store}>
        <TableNotifications />
        <p>all is there</p>
      </TableContext>
    </Texted>,
  );
  return store;
}

const ASKED = { options: [{ type: "pass" }] as unknown as TableState["options"] };
const MAIL = { ...SILENT, mail: { address: "", confirmed: false } };

test("after an answer comes the next table, and once the offer to be told", async () => {
  localStorage.clear();
  const store = shown(ASKED, ME, MAIL);
  await screen.findByRole("button", { name: "Tell me when it is my turn" });
  expect(screen.queryByText(/Shall we tell you/)).toBeNull();
  store.setState({ options: [] });
  expect((await screen.findByRole("link", { name: "Next waiting table" })).getAttribute("href")).toBe("/t/there");
  await screen.findByText(/Shall we tell you/);
  fireEvent.click(screen.getByRole("button", { name: "Not now" }));
  expect(screen.queryByText(/Shall we tell you/)).toBeNull();
  cleanup();
  const again = shown(ASKED, ME, MAIL);
  await screen.findByRole("button", { name: "Tell me when it is my turn" });
  again.setState({ options: [] });
  await screen.findByRole("link", { name: "Next waiting table" });
  expect(screen.queryByText(/Shall we tell you/)).toBeNull();
});

test("nothing is offered on arrival, nor where nobody can be told: the bell says why", async () => {
  localStorage.clear();
  const store = shown(ASKED, { ...ME, waits: [] });
  fireEvent.click(await screen.findByRole("button", { name: "Tell me when it is my turn" }));
  await screen.findByText(/only get notifications from sites with https/);
  store.setState({ options: [] });
  await vi.waitFor(() => expect(screen.queryByText(/Shall we tell you/)).toBeNull());
});

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
