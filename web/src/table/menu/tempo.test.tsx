import { act as settle, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { Texted } from "../../i18n/text";
import type { AnyRequest, PartyView, Right, TempoName } from "../../protocol/types";
import { rateAt } from "../../theatre/context";
import { TableContext } from "../../model/table/context";
import { SkipToDecision, SkippingNotice } from "../../widgets/SkipToDecision";
import { usePreferences } from "../../model/table/preferences";
import { EMPTY, type TableStore } from "../../model/table/store";
import { TempoChoice } from "./TempoChoice";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
beforeEach(() => usePreferences.getState().choose({ tempo: "normal", moves: true }));
afterEach(cleanup);

/** A table that notes what it is asked for. */
function table(may: readonly Right[], tempo?: TempoName, hurrying = false): { store: TableStore; asked: AnyRequest[] } {
  const asked: AnyRequest[] = [];
  const party = { tempo, places: [{ kind: "person", hurrying }] } as unknown as PartyView;
  const state = createStore(() => ({ table: "t", ...EMPTY, status: "online", you: 0, may, party }));
  return { store: Object.assign(state, { ask: (request: AnyRequest) => asked.push(request) }) as unknown as TableStore, asked };
}

const drawn = async (store: TableStore, what: ReactNode): Promise<void> =>
  settle(async () => {
    render(
      <Texted>
        <TableContext value={store}>{what}</TableContext>
      </Texted>,
    );
  });

test("alone with bots the tempo is the table's, and is remembered", async () => {
  const { store, asked } = table(["choose_tempo"], "calm");
  await drawn(store, <TempoChoice />);
  expect((await screen.findByRole("button", { name: "calm" })).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "fast" }));
  expect(asked).toEqual([{ type: "choose_tempo", tempo: "fast" }]);
  expect(usePreferences.getState().tempo).toBe("fast");
});

test("with others at the table only what moves here changes", async () => {
  const { store, asked } = table([]);
  await drawn(store, <TempoChoice />);
  fireEvent.click(await screen.findByRole("button", { name: "fast" }));
  expect(asked).toEqual([]);
  expect(screen.getByRole("button", { name: "fast" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByText(/With others at the table/u)).toBeTruthy();
});

test("scenes keep to the tempo of the table, and elsewhere are never slower than the server waits", () => {
  expect([rateAt("calm"), rateAt("fast"), rateAt(undefined)]).toEqual([1 / 1.6, 2, 1]);
  usePreferences.getState().choose({ tempo: "calm" });
  expect(rateAt(undefined)).toBe(1);
  usePreferences.getState().choose({ tempo: "fast" });
  expect(rateAt(undefined)).toBe(2);
  usePreferences.getState().choose({ moves: false });
  expect(rateAt("fast")).toBe(0);
});

test("who may hurry has a button for it, and hears that it works", async () => {
  const { store, asked } = table(["hurry"]);
  await drawn(
    store,
    <>
      <SkipToDecision />
      <SkippingNotice />
    </>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Skip to my next decision" }));
  expect(asked).toEqual([{ type: "hurry" }]);
  expect(screen.getByRole("status").textContent).toBe("");
  settle(() => store.setState({ party: { places: [{ kind: "person", hurrying: true }] } as unknown as PartyView }));
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("status").textContent).toMatch(/^Skipping/u);
});

test.each([[[] as Right[], false], [["hurry"] as Right[], true]])("there is no button for %j, hurrying: %s", async (may, hurrying) => {
  const { store } = table(may, undefined, hurrying);
  await drawn(
    store,
    <>
      <p>all there</p>
      <SkipToDecision />
    </>,
  );
  await screen.findByText("all there");
  expect(screen.queryByRole("button")).toBeNull();
});
