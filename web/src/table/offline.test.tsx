/** A table of this browser: what needs a server or other people is not there. */
import { cleanup, configure, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../e2e/machine";
import { keepLanguage } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import { TableContext } from "../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../model/table/store";
import type { PartyView } from "../protocol/types";
import { SidePanel } from "./SidePanel";
import { TopBar } from "./TopBar";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
beforeEach(() => keepLanguage("en"));
afterEach(cleanup);

const nothing = (): void => undefined;

async function arrive(table: string, status: TableState["status"] = "online"): Promise<void> {
  const party = { code: "abcdefg", pace: "live", places: [] } as unknown as PartyView;
  const store = createStore<TableState>(() => ({ ...EMPTY, table, status, rtt: 999, you: 0, party }));
  render(
    <Texted>
      <TableContext value={store as unknown as TableStore}>
        <TopBar turn={{ seat: null, text: "" } as never} drawer={false} unread={0} onMenu={nothing} onHelp={nothing} onDrawer={nothing}>
          {null}
        </TopBar>
        <SidePanel tab="log" onTab={nothing} unread={0} open={false} onClose={nothing} />
      </TableContext>
    </Texted>,
  );
  await screen.findByRole("heading", { level: 1 });
}

test("here there is no code to be called, no line and no chat", async () => {
  await arrive(`offline${"a".repeat(26)}`);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Offline play");
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Log"]);
  expect(screen.queryByText("999 ms")).toBeNull();
});

test("what runs the table may be away for a moment all the same", async () => {
  await arrive(`offline${"a".repeat(26)}`, "offline");
  expect(document.querySelector(".bad")).not.toBeNull();
});

test("at a table of a server they are there", async () => {
  await arrive("a".repeat(26));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("ABCD-EFG");
  expect(screen.getAllByRole("tab")).toHaveLength(2);
  expect(screen.getByText("999 ms")).toBeTruthy();
});
