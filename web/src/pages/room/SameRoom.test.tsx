import { act as settle, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { gameNamed } from "../../games";
import { GameContext } from "../../model/game/context";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import type { AnyRequest, PartyView } from "../../protocol/types";
import { TableContext } from "../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";
import { SameRoom } from "./SameRoom";
import "../../table/screens/ScreensButton";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const OPEN = { gavel: "clock", auction_mode: "open", scoring: "product" };
const EDITION = { key: "e", seats: [3], rules: OPEN };

beforeEach(() => {
  keepLanguage("en");
  vi.stubGlobal("fetch", async (path: string) => Response.json(path === "/api/editions" ? [EDITION] : []));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The button, when hasty taps are over. */
async function preset(): Promise<HTMLElement> {
  const button = await screen.findByRole("button", { name: /^Same room/u });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"));
  return button;
}

async function room(game: string, rules: object, state: Partial<TableState> = {}): Promise<{ asked: AnyRequest[]; store: TableStore }> {
  const asked: AnyRequest[] = [];
  const party = { stage: "open", edition: "e", host: 0, pace: "live", places: [] } as unknown as PartyView;
  const made = createStore(() => ({ ...EMPTY, table: "t", you: 0, may: ["arrange"], party, view: { game, rules } as unknown as TableState["view"], ...state }));
  const store = Object.assign(made, { ask: (request: AnyRequest) => void asked.push(request) }) as unknown as TableStore;
  const Room = (): React.ReactNode => <SameRoom party={party} />;
  render(
    <Texted>
      <TableContext value={store}>
        <GameContext value={gameNamed(game) ?? null}>
          <Room />
        </GameContext>
      </TableContext>
    </Texted>,
  );
  await screen.findByRole("button", { name: "Show on a TV" });
  return { asked, store };
}

test.each(["kuhhandel", "master"])("one tap of the host sets what suits people in one room, at a table of %s", async (game) => {
  const { asked } = await room(game, { ...OPEN, scoring: "sum", auction_mode: "turns" });
  const button = await preset();
  expect(button.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(button);
  // In turns there is no gavel; what the host has chosen besides stays.
  expect(asked).toEqual([{ type: "arrange", pace: "relaxed", rules: { scoring: "sum", gavel: "auctioneer" } }]);
  expect(button.getAttribute("aria-pressed")).toBe("true");
});

test("where nobody holds a gavel, it is the pace alone", async () => {
  const { asked } = await room("kuhfstein", { house_surround: "orthogonal" });
  fireEvent.click(await preset());
  expect(asked).toMatchObject([{ type: "arrange", pace: "relaxed" }]);
});

test("it is pressed as long as it is so, and a second tap takes it back", async () => {
  const party = { stage: "open", edition: "e", host: 0, pace: "relaxed", places: [] } as unknown as PartyView;
  const asked: AnyRequest[] = [];
  const view = { game: "kuhhandel", rules: { ...OPEN, gavel: "auctioneer" } } as unknown as TableState["view"];
  const store = Object.assign(createStore(() => ({ ...EMPTY, table: "t", you: 0, may: ["arrange"], party, view })), { ask: (request: AnyRequest) => void asked.push(request) }) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <GameContext value={gameNamed("kuhhandel") ?? null}>
          <SameRoom party={party} />
        </GameContext>
      </TableContext>
    </Texted>,
  );
  const button = await preset();
  expect(button.getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(button);
  expect(asked).toEqual([{ type: "arrange", pace: "live", rules: {} }]);
  // Somebody has set the clock again elsewhere.
  settle(() => store.setState({ view: { game: "kuhhandel", rules: OPEN } as unknown as TableState["view"] }));
  await waitFor(() => expect(button.getAttribute("aria-pressed")).toBe("false"));
});

test("who may not arrange has no preset, but a way to the TV", async () => {
  await room("kuhhandel", OPEN, { you: 1, may: [] });
  expect(screen.queryByRole("button", { name: /^Same room/u })).toBeNull();
});
