import { act as settle, cleanup, configure, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted } from "../../i18n/text";
import type { ActingView, KuhfsteinView, KuhfsteinSeatView, Option, Spot } from "../../protocol/types";
import { TableContext } from "../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";
import { GameAtTable } from "../../table/TablePage";
import Table from "./Table";
import { Frame } from "../../table/Frame";
// Loaded beforehand: a busy machine takes its time for what comes lazily.
import "./texts.en.json";
import * as handheld from "../../ui/handheld";
import "./hand/HandPlayground";
import "../../widgets/hand/hand.en.json";
import { patience } from "../../../e2e/machine";

configure({ asyncUtilTimeout: patience(10_000) });

// The first key of all unlocks the sound, which is not what this is about.
vi.mock("../../table/noises", () => ({ useNoises: () => undefined }));

const OWN: KuhfsteinSeatView = {
  tiles: [[0, 0, "hay"], [0, 1, "meadow"], [1, 0, "wood"], [2, 0, "lake"]],
  cows: [[0, 0], [0, 1], [2, 0]],
  herds: [[[0, 0], [0, 1]], [[2, 0]]],
  trees: [],
  supply: 2,
  score: 12,
  reached: 0,
  cards: 2,
  hand: [
    { card: 7, id: "K07", rows: ["W?"], points: 6 },
    { card: 9, id: "K09", rows: ["HL"], points: 8 },
  ],
  goals: ["trees_3", "most_hay"],
  progress: [
    { goal: "trees_3", have: 0, need: 3, points: 6 },
    { goal: "most_hay", have: 1, need: 0, points: 4 },
  ],
};
const OTHER: KuhfsteinSeatView = { tiles: [[0, 0, "house"]], cows: [], herds: [], trees: [], supply: 4, score: 14, reached: 1, cards: 3, hand: null, goals: null, progress: [] };
const ACTING: ActingView = { phase: "acting", seat: 0, doing: "action", left: 1, waiting: [], committed: null };
const VIEW = {
  game: "kuhfstein",
  edition: "kuhfstein",
  version: 1,
  viewer: 0,
  moment: 3,
  rules: { house_surround: "orthogonal" },
  track: [{ position: 13, bonus: "cow" }, { position: 26, bonus: "extra_action" }],
  threshold: 65,
  display: ["lake", "wood"],
  tiles: 40,
  aside: [],
  cards: [{ card: 20, id: "K20", rows: ["MM"], points: 6 }],
  pile: 33,
  discard: [],
  trees: 4,
  fox: 1,
  last_round: false,
  seats: [OWN, OTHER],
  phase: ACTING,
  asked: [0],
  sealed: false,
} as unknown as KuhfsteinView;

const NOWHERE: Spot = { row: 0, column: 0 };
const PLAIN: Spot = { row: 1, column: 1 };
const TREE: Spot = { row: 1, column: 1, also: [0, 0] };
const OPTIONS: readonly Option[] = [
  { option: "placement", action: { type: "place_tile", tile: 0, spot: NOWHERE }, piece_field: "tile", spot_field: "spot", pieces: [0], spots: [{ row: 3, column: 0 }, PLAIN, TREE] },
  { option: "choice", actions: [{ type: "take_card", card: 20 }] },
  { option: "placement", action: { type: "play_card", card: 7, spot: NOWHERE }, piece_field: "card", spot_field: "spot", pieces: [7], spots: [{ row: 1, column: 0, turn: 1 }, { row: 0, column: 0, turn: 3 }] },
  { option: "choice", actions: [{ type: "take_herd", row: 0, column: 0 }, { type: "take_herd", row: 2, column: 0 }] },
  { option: "choice", actions: [{ type: "take_back" }] },
];

function tableOf(state: Partial<TableState> = {}): TableStore & { act: ReturnType<typeof vi.fn> } {
  const party = { stage: "playing", public: false, places: [{ kind: "person", name: "Anna", here: true }, { kind: "bot" }] };
  const whole = { table: "t", ...EMPTY, status: "online", seq: 1, you: 0, party, view: VIEW, options: OPTIONS, ...state };
  const store = createStore<TableState>(() => whole as unknown as TableState);
  return Object.assign(store, { open: vi.fn(), close: vi.fn(), act: vi.fn(), ask: vi.fn(), say: vi.fn(), withdraw: vi.fn(), mute: vi.fn() }) as unknown as TableStore & { act: ReturnType<typeof vi.fn> };
}

async function show(store: TableStore): Promise<void> {
  localStorage.setItem("kuhstall.language", "en");
  render(
    <Texted>
      <TableContext value={store}>
        <GameAtTable>
          <Table Frame={Frame} />
        </GameAtTable>
      </TableContext>
    </Texted>,
  );
  await screen.findByRole("group", { name: "Open tiles" });
  // What came lazily may not listen to the store yet. Whatever is drawn next lets its effects happen first.
  render(<i />);
}

const cell = (row: number, column: number): HTMLElement => document.querySelector(`.field [data-cell="${row},${column}"]`) as HTMLElement;
const tile = (place: number): HTMLElement => document.querySelector(`[data-tile="${place}"]`) as HTMLElement;
const spots = (): readonly (string | undefined)[] => [...document.querySelectorAll<HTMLElement>("[data-spot]")].map((one) => one.dataset["cell"]);
const buttons = (kind: string): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`.confirm [data-act=${kind}]`)];

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("shows where the picked tile may lie, and nothing before one is picked", async () => {
  await show(tableOf());
  expect(spots()).toEqual([]);
  fireEvent.click(tile(0));
  expect(spots()).toEqual(["1,1", "3,0"]);
  expect(screen.getByText("Lay lake – choose one of 2 spots")).toBeTruthy();
  expect(cell(1, 1).getAttribute("aria-label")).toBe("row 3, column 3: empty; the tile may lie here, with a tree for 5 points");
});

it("lays no tile that the server does not offer", async () => {
  await show(tableOf());
  fireEvent.click(tile(1));
  expect(spots()).toEqual([]);
});

it("lets one choose between the tile with a tree and without", async () => {
  const store = tableOf();
  await show(store);
  fireEvent.click(tile(0));
  fireEvent.click(cell(1, 1));
  expect(store.act).not.toHaveBeenCalled();
  expect(document.querySelector(".planted.maybe")?.textContent).toBe("+5");
  expect(buttons("place_tile").map((button) => button.textContent.trim())).toEqual(["Lay + tree +5", "Lay here"]);
  fireEvent.click(buttons("place_tile")[1] as HTMLElement);
  expect(store.act).toHaveBeenCalledWith({ type: "place_tile", tile: 0, spot: PLAIN });
});

it("does what is picked when the same cell is pressed again", async () => {
  const store = tableOf();
  await show(store);
  fireEvent.click(tile(0));
  fireEvent.click(cell(1, 1));
  fireEvent.click(cell(1, 1));
  expect(store.act).toHaveBeenCalledWith({ type: "place_tile", tile: 0, spot: TREE });
});

it("turns a card through the places where it can be played", async () => {
  const store = tableOf();
  await show(store);
  const hand = screen.getByRole("group", { name: "Your cards" });
  expect(within(hand).getAllByText("playable")).toHaveLength(1);
  fireEvent.click(within(hand).getByRole("button"));
  expect(screen.getByText("Send cows here? Place 1 of 2")).toBeTruthy();
  expect(cell(1, 0).className).toContain("pattern wants-cow");
  expect(cell(2, 0).className).toContain("pattern wants-any");
  fireEvent.click(screen.getByLabelText("Next place"));
  expect(cell(0, 0).className).toContain("pattern wants-any");
  fireEvent.click(screen.getByText("Play card"));
  expect(store.act).toHaveBeenCalledWith({ type: "play_card", card: 7, spot: { row: 0, column: 0, turn: 3 } });
});

it("goes to the place of a card that lies over the pressed cell", async () => {
  const store = tableOf();
  await show(store);
  fireEvent.click(document.querySelector("[data-from=hand]") as HTMLElement);
  fireEvent.click(cell(0, 0));
  expect(screen.getByText("Send cows here? Place 2 of 2")).toBeTruthy();
  fireEvent.click(cell(1, 0));
  expect(store.act).toHaveBeenCalledWith({ type: "play_card", card: 7, spot: { row: 0, column: 0, turn: 3 } });
});

it("fetches the herd that a pressed cow belongs to, by the cell that the server names", async () => {
  const store = tableOf();
  await show(store);
  expect(cell(0, 1).getAttribute("aria-label")).toBe("row 2, column 3: meadow with a cow; herd of 2");
  fireEvent.click(cell(0, 1));
  expect(cell(0, 0).getAttribute("aria-selected")).toBe("true");
  expect(cell(2, 0).getAttribute("aria-selected")).toBe("false");
  fireEvent.click(cell(0, 1));
  expect(store.act).toHaveBeenCalledWith({ type: "take_herd", row: 0, column: 0 });
});

it("shows the tile as it would lie under the focus", async () => {
  await show(tableOf());
  fireEvent.click(tile(0));
  fireEvent.focus(cell(1, 1));
  expect(cell(1, 1).querySelector("use")?.getAttribute("href")).toBe("#land-lake");
  expect(document.querySelector(".planted.maybe")).not.toBeNull();
  fireEvent.blur(cell(1, 1));
  expect(document.querySelector(".planted.maybe")).toBeNull();
});

it("takes an open card at the second press", async () => {
  const store = tableOf();
  await show(store);
  const card = document.querySelector("[data-from=open]") as HTMLElement;
  fireEvent.click(card);
  expect(store.act).not.toHaveBeenCalled();
  fireEvent.click(card);
  expect(store.act).toHaveBeenCalledWith({ type: "take_card", card: 20 });
});

it("takes back, and ends the turn when all is done", async () => {
  const phase = { ...ACTING, doing: "confirm", left: 0 } as const;
  const store = tableOf({ view: { ...VIEW, phase }, options: [{ option: "choice", actions: [{ type: "finish_turn" }, { type: "take_back" }] }] });
  await show(store);
  fireEvent.click(screen.getByText("Undo"));
  expect(store.act).toHaveBeenCalledWith({ type: "take_back" });
  fireEvent.click(screen.getByText("End turn"));
  expect(store.act).toHaveBeenLastCalledWith({ type: "finish_turn" });
});

it("puts back what was picked up when the game has gone on", async () => {
  const store = tableOf();
  await show(store);
  fireEvent.click(tile(0));
  expect(spots()).toHaveLength(2);
  await settle(async () => store.setState({ view: { ...VIEW, moment: 4 } }));
  expect(spots()).toEqual([]);
});

it("goes over the landscape with arrow keys, one stop for Tab, and puts back with Escape", async () => {
  await show(tableOf());
  const grid = screen.getByRole("grid", { name: "Your landscape" });
  const stops = (): readonly Element[] => [...grid.querySelectorAll('[tabindex="0"]')];
  expect(stops()).toEqual([cell(0, 0)]);
  cell(0, 0).focus();
  fireEvent.keyDown(cell(0, 0), { key: "ArrowDown" });
  expect(document.activeElement).toBe(cell(1, 0));
  expect(stops()).toEqual([cell(1, 0)]);
  fireEvent.click(tile(0));
  fireEvent.keyDown(cell(1, 0), { key: "n" });
  expect(document.activeElement).toBe(cell(1, 1));
  fireEvent.keyDown(cell(1, 1), { key: "n" });
  expect(document.activeElement).toBe(cell(3, 0));
  fireEvent.keyDown(cell(3, 0), { key: "Escape" });
  expect(spots()).toEqual([]);
});

it("puts back with Escape what is picked up, wherever it came from", async () => {
  await show(tableOf());
  for (const from of ["[data-tile='0']", "[data-from=hand]", "[data-from=open]"]) {
    const piece = document.querySelector(from) as HTMLElement;
    fireEvent.click(piece);
    expect(piece.getAttribute("aria-pressed")).toBe("true");
    fireEvent.keyDown(piece, { key: "Escape" });
    expect(piece.getAttribute("aria-pressed")).toBe("false");
  }
});

it("tells of the last round as long as it is played, and no longer when goals are chosen", async () => {
  const store = tableOf({ view: { ...VIEW, last_round: true } });
  await show(store);
  expect(screen.getByText("Last round!")).toBeTruthy();
  await settle(async () => store.setState({ view: { ...VIEW, last_round: true, phase: { phase: "final", reason: "reached" } } }));
  expect(screen.queryByText("Last round!")).toBeNull();
});

it("shows a goal at the second press, and says that only one counts", async () => {
  const actions = [{ type: "show_goal", goal: "trees_3" }, { type: "show_goal", goal: "most_hay" }] as const;
  const store = tableOf({ view: { ...VIEW, phase: { phase: "final", waiting: [0, 1] } } as unknown as KuhfsteinView, options: [{ option: "choice", actions }] as unknown as readonly Option[] });
  await show(store);
  const goal = (name: string): HTMLElement => document.querySelector(`button[data-goal=${name}]`) as HTMLElement;
  fireEvent.click(goal("trees_3"));
  expect(store.act).not.toHaveBeenCalled();
  expect(screen.getByText("Only this goal will count. Show it?")).toBeTruthy();
  fireEvent.click(goal("most_hay"));
  expect(goal("trees_3").getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(buttons("show_goal")[0] as HTMLElement);
  expect(store.act).toHaveBeenCalledWith({ type: "show_goal", goal: "most_hay" });
});

it("leads the Tab key to the first spot of a tile that is picked elsewhere", async () => {
  await show(tableOf());
  fireEvent.click(tile(0));
  expect(document.querySelector('.board [tabindex="0"]')).toBe(cell(1, 1));
});

it("lets nothing be done while an action is on its way, or the connection is lost", async () => {
  const store = tableOf({ status: "offline" });
  await show(store);
  fireEvent.click(tile(0));
  expect(spots()).toEqual([]);
  fireEvent.click(screen.getByText("Undo"));
  expect(store.act).not.toHaveBeenCalled();
});

it("says which action it is, and which bonuses wait", async () => {
  const phase = { ...ACTING, doing: "tile", left: 0, waiting: [1] } as const;
  await show(tableOf({ view: { ...VIEW, phase } }));
  expect(screen.getByText("Bonus: lay a tile. Then: one more action.")).toBeTruthy();
});

it("tells what the goals are and how far they are, to their owner alone", async () => {
  await show(tableOf());
  expect(screen.getByLabelText("at least three trees: 6 points. So far 0 of 3.")).toBeTruthy();
  expect(screen.getByLabelText("nobody has more hay: 4 points. 1; the others have 0 at most. Met as things stand.")).toBeTruthy();
  cleanup();
  const seats = [{ ...OWN, hand: null, goals: null }, OTHER];
  await show(tableOf({ you: null, options: [], view: { ...VIEW, viewer: null, seats } }));
  expect(screen.queryByText("Secret goals")).toBeNull();
  expect(screen.getByText("You are watching.")).toBeTruthy();
});

it("opens the landscape of somebody else, to look at", async () => {
  const store = tableOf();
  await show(store);
  fireEvent.click(screen.getByRole("button", { name: /Show it large/ }));
  const dialog = await screen.findByRole("dialog", { hidden: true });
  const grid = within(dialog).getByRole("grid", { hidden: true });
  fireEvent.click(within(grid).getByRole("gridcell", { hidden: true }));
  expect(store.act).not.toHaveBeenCalled();
});

/** A phone before a big screen. */
async function inHand(state: Partial<TableState> = {}): Promise<ReturnType<typeof tableOf>> {
  vi.spyOn(handheld, "useHandheld").mockReturnValue(true);
  const store = tableOf(state);
  store.setState({ party: { ...store.getState().party, pace: "relaxed", screens: 1 } as TableState["party"] });
  await show(store);
  return store;
}
const goals = (): number => document.querySelectorAll("[data-goal]").length;
const held = (): number => document.querySelectorAll(".own-hand [data-card]").length;

it("keeps cards and goals face down on a phone before a big screen, which shows the others", async () => {
  await inHand();
  expect([goals(), held(), document.querySelectorAll(".land-backs i").length]).toEqual([0, 0, 2]);
  expect(document.body.textContent).not.toContain("K07");
  expect(screen.queryByRole("button", { name: /Show it large/u })).toBeNull();
  const veil = screen.getByRole("button", { name: "Your cards and goals: Hold to look" });
  fireEvent.pointerDown(veil);
  expect([goals(), held()]).toEqual([2, 2]);
  fireEvent.pointerUp(veil);
  expect([goals(), held()]).toEqual([0, 0]);
});

it("opens one's cards to play one, and puts it back when they are covered", async () => {
  const store = await inHand();
  fireEvent.click(document.querySelector("[data-action=play]") as HTMLElement);
  expect(held()).toBe(2);
  fireEvent.click(screen.getByRole("button", { name: "Cover" }));
  expect(held()).toBe(0);
  expect(document.querySelector(".pattern")).toBeNull();
  fireEvent.click(tile(0));
  fireEvent.click(cell(3, 0));
  fireEvent.click(buttons("place_tile")[0] as HTMLElement);
  expect(store.act).toHaveBeenCalledWith({ type: "place_tile", tile: 0, spot: { row: 3, column: 0 } });
});

it("opens one's goals at the end, to show one", async () => {
  const actions = [{ type: "show_goal", goal: "trees_3" }, { type: "show_goal", goal: "most_hay" }] as const;
  const store = await inHand({ view: { ...VIEW, phase: { phase: "final", waiting: [0, 1] } } as unknown as KuhfsteinView, options: [{ option: "choice", actions }] as unknown as readonly Option[] });
  expect(goals()).toBe(0);
  fireEvent.click(screen.getByRole("button", { name: "Show my cards" }));
  fireEvent.click(document.querySelector("button[data-goal=most_hay]") as HTMLElement);
  fireEvent.click(buttons("show_goal")[0] as HTMLElement);
  expect(store.act).toHaveBeenCalledWith({ type: "show_goal", goal: "most_hay" });
});
