/** The curtain between people who pass one device around. */
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore, type StoreApi } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import { TableContext } from "../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";
import { handTo } from "../../net/offline/transport";
import type { GameView, PartyView } from "../../protocol/types";
import { nothingPlayed, PlayedContext } from "../../theatre/played";
import { GUARDED } from "../../ui/usePressGuard";
import PassAround, { LOOK } from "./PassAround";

vi.mock("../../net/offline/transport", () => ({ handTo: vi.fn() }));
configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const TABLE = `offline${"a".repeat(26)}`;
const PLACES = [{ kind: "person", name: "Ada" }, { kind: "person", name: "Ben" }, { kind: "bot", name: "Berta" }];
const asks = (...seats: number[]): Pick<TableState, "view"> => ({ view: { asked: seats } as unknown as GameView });
const onHanded = vi.fn();
const played = nothingPlayed();
let store: StoreApi<TableState>;

async function arrive(handed: boolean, seats: readonly number[], you = 0): Promise<void> {
  const party = { stage: "playing", places: PLACES } as unknown as PartyView;
  store = createStore<TableState>(() => ({ ...EMPTY, table: TABLE, status: "online", you, party, ...asks(...seats) }));
  render(
    <Texted>
      <TableContext value={store as unknown as TableStore}>
        <PlayedContext value={played}>
          <PassAround handed={handed} onHanded={onHanded}>
            <p>secret cards</p>
          </PassAround>
        </PlayedContext>
      </TableContext>
    </Texted>,
  );
  await (handed ? screen.findByText("secret cards") : screen.findByRole("heading", { level: 1 }));
}

const isOpen = (): boolean => screen.queryByText("secret cards") !== null;
const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));

beforeEach(() => {
  keepLanguage("en");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
  played.setState({ playing: false });
});

test("after a reload the cards are covered, and the one who is asked takes the device", async () => {
  await arrive(false, [1]);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Ben, it is your turn");
  expect(isOpen()).toBe(false);
  const button = screen.getByRole("button", { name: "I am Ben" });
  fireEvent.click(button);
  expect(onHanded).not.toHaveBeenCalled(); // the tap of the player before
  expect(button.getAttribute("aria-disabled")).toBe("true");
  pass(GUARDED);
  fireEvent.click(button);
  await waitFor(() => expect(onHanded).toHaveBeenCalledTimes(1));
  expect(handTo).toHaveBeenCalledWith(TABLE, 1);
});

test("while bots act after a reload, the device asks who has it", async () => {
  await arrive(false, [2]);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Who has the device?");
  expect(screen.getAllByRole("button", { name: /^I am/ }).map(({ textContent }) => textContent?.trim())).toEqual(["I am Ada", "I am Ben"]);
});

test("the curtain falls when somebody else is asked, after a look at what came of the move", async () => {
  await arrive(true, [0]);
  pass(10 * LOOK);
  expect(isOpen()).toBe(true);
  act(() => store.setState(asks(2)));
  pass(10 * LOOK);
  expect(isOpen()).toBe(true);
  act(() => store.setState(asks(1)));
  pass(LOOK - 100);
  expect(isOpen()).toBe(true);
  pass(200);
  expect(isOpen()).toBe(false);
  expect(await screen.findByRole("button", { name: "I am Ben" })).toBeTruthy();
});

test("it does not fall into a scene, nor when the player is asked again", async () => {
  await arrive(true, [0]);
  act(() => {
    played.setState({ playing: true });
    store.setState(asks(1));
  });
  pass(10 * LOOK);
  expect(isOpen()).toBe(true);
  act(() => played.setState({ playing: false }));
  pass(LOOK / 2);
  act(() => store.setState(asks(0)));
  pass(10 * LOOK);
  expect(isOpen()).toBe(true);
});
