import { cleanup, configure, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { TableContext } from "../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";
import { Invite } from "./Invite";
import { StartBar } from "./StartBar";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
beforeEach(() => {
  keepLanguage("en");
  vi.stubGlobal("fetch", async () => Response.json({ address: "", wish: null }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ANNA = { kind: "person", name: "Anna", here: true } as const;

test.each([
  ["a guest who has not sat down", { you: null, may: ["join"] }, [ANNA, { kind: "empty" }], "Join the game"],
  ["a guest who sits", { you: 1, may: ["leave"] }, [ANNA, ANNA, { kind: "empty" }], "Copy link"],
  ["the host, while seats are free", { you: 0, may: ["start", "seat_bot"] }, [ANNA, { kind: "empty" }], "Copy link"],
  ["the host, when all are there", { you: 0, may: ["start"] }, [ANNA, ANNA], "Start the game"],
] as const)("%s has one gold button", async (_, state, places, wanted) => {
  const party = { stage: "open", code: "k7mwq3n", host: 0, places, aborts: 0 } as unknown as PartyView;
  const store = createStore(() => ({ table: "t", ...EMPTY, status: "online", party, ...(state as Partial<TableState>) })) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <Invite code="k7mwq3n" />
        <StartBar party={party} />
      </TableContext>
    </Texted>,
  );
  await screen.findByRole("heading");
  const gold = [...document.querySelectorAll(".btn--go")];
  expect(gold.map((button) => button.textContent?.trim())).toEqual([wanted]);
});
