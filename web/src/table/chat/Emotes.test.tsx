import { act as settle, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { GameContext } from "../../model/game/context";
import type { Game } from "../../model/game/game";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import type { ChatLine, Emote, GameEvent, GameView, PartyView } from "../../protocol/types";
import { TableContext } from "../../model/table/context";
import { EmoteButton } from "../../widgets/EmoteButton";
import { nextOf } from "../../model/table/emotes";
import { Frame } from "../Frame";
import { usePreferences } from "../../model/table/preferences";
import { EMPTY, type TableStore } from "../../model/table/store";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const said = (id: number, seat: number | null, text: string): ChatLine => ({ id, seat, name: "Ben", at: 0, phrase: null, text });
const PARTY = { stage: "playing", public: true, code: "k7mwq3n", places: [{ kind: "person", name: "Anna" }, { kind: "person", name: "Ben" }, { kind: "bot", name: "Mina" }] };
const REACTIONS = vi.fn<(events: readonly GameEvent[], view: GameView, bots: readonly number[]) => readonly { seat: number; emote: Emote }[]>(() => [{ seat: 2, emote: "😠" }]);
const GAME = { cuesOf: () => [], reactionsOf: REACTIONS, sounds: async () => ({ default: {} }) } as unknown as Game;

let store: TableStore;
const say = vi.fn<(line: object) => void>();
const mute = vi.fn<() => void>();

beforeEach(async () => {
  keepLanguage("en");
  say.mockClear();
  REACTIONS.mockClear();
  usePreferences.setState({ faces: true });
  const party = PARTY as unknown as PartyView;
  const view = { phase: { phase: "turn" }, moment: 3 } as unknown as GameView;
  store = Object.assign(createStore(() => ({ table: "t", ...EMPTY, status: "online", seq: 7, you: 0, party, view, chat: [said(1, 1, "😂")] })), { say, mute }) as unknown as TableStore;
  render(
    <Texted>
      <GameContext value={GAME}>
        <TableContext value={store}>
          <Frame turn={{ seat: null, text: "" }} progress={null}>
            <section data-seat="1" />
            <section data-seat="2" />
            <EmoteButton />
          </Frame>
        </TableContext>
      </GameContext>
    </Texted>,
  );
  const button = await screen.findByRole("button", { name: "Show a face" });
  for (const place of [button, ...document.querySelectorAll<HTMLElement>("[data-seat]")]) vi.spyOn(place, "getBoundingClientRect").mockReturnValue(new DOMRect(300, 60, 200, 80));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const hear = (...lines: readonly ChatLine[]): void => settle(() => store.setState({ chat: [...store.getState().chat, ...lines] }));
const step = (by = 1): void => settle(() => store.setState(({ seq }) => ({ seq: seq + by, events: [{ type: "passed", seat: 1 }] as unknown as readonly GameEvent[] })));
const faces = (): readonly (string | null | undefined)[] => [...document.querySelectorAll(".emote")].map((one) => /emote-(\w+)\./.exec(one.querySelector("img")?.src ?? "")?.[1]);
const chatted = (): readonly string[] => {
  fireEvent.click(screen.getByRole("tab", { name: /Chat/ }));
  return [...document.querySelectorAll<HTMLImageElement>(".said-face")].map(({ alt }) => alt);
};

test("a face stands at its seat for three seconds, and is told in words", () => {
  expect(faces()).toEqual([]);
  hear(said(2, 1, "😉"));
  expect(faces()).toEqual(["wink"]);
  expect(document.querySelector(".emotes")?.textContent).toBe("Ben: winks");
  expect(document.querySelector(".bubble")).toBeNull();
  settle(() => void vi.advanceTimersByTime(2900));
  expect(faces()).toEqual(["wink"]);
  settle(() => void vi.advanceTimersByTime(200));
  expect(faces()).toEqual([]);
  expect(chatted()).toEqual(["laughs", "winks"]);
});

const rect = (seat: number, ...box: readonly number[]): void =>
  void vi.spyOn(document.querySelector(`[data-seat="${seat}"]`) as HTMLElement, "getBoundingClientRect").mockReturnValue(new DOMRect(...box));
const bubble = (): { readonly tail: string | undefined; readonly left: number; readonly top: number; readonly right: number; readonly bottom: number; readonly colour: string } => {
  const { style, classList } = document.querySelector(".emote") as HTMLElement;
  const [left, top] = [parseFloat(style.left), parseFloat(style.top)];
  return { tail: [...classList].find((one) => one.startsWith("tail-")), left, top, right: left + 52, bottom: top + 52, colour: style.getPropertyValue("--pc") };
};

test.each([
  ["a high seat, below its name", [300, 60, 120, 84], "tail-up"],
  ["a low one, beside its name", [0, 60, 200, 48], "tail-left"],
  ["one at the edge of the screen", [innerWidth - 90, 60, 90, 84], "tail-up"],
] as const)("a face stays on its seat, and has its colour and a tail: %s", (_, box, tail) => {
  const [left, top, width, height] = box;
  rect(1, left, top, width, height);
  hear(said(2, 1, "😉"));
  const shown = bubble();
  expect([shown.tail, shown.colour]).toEqual([tail, "var(--p2)"]);
  expect([shown.left >= left, shown.right <= left + width]).toEqual([true, true]);
  // A pixel or two hang over a seat that is lower than a face.
  expect([shown.top >= top - 2, shown.bottom <= top + height + 2]).toEqual([true, true]);
});

test("a face goes with its seat when the screen is turned", () => {
  rect(1, 300, 60, 120, 84);
  hear(said(2, 1, "😉"));
  rect(1, 0, 200, 200, 48);
  settle(() => void dispatchEvent(new Event("resize")));
  expect(bubble()).toMatchObject({ tail: "tail-left", left: 144, top: 198 });
});

test("one's own face stands on its button", () => {
  hear(said(2, 0, "😭"));
  expect(bubble()).toMatchObject({ tail: "tail-left", left: 374, top: 74, colour: "var(--p1)" });
});

test("faces are no unread chat, and words are", () => {
  const unread = (): string | undefined => document.querySelector(".dot")?.textContent;
  hear(said(2, 1, "😉"), said(3, 1, "😂"));
  expect(unread()).toBeUndefined();
  hear(said(4, 1, "Hello"));
  expect(unread()).toContain("1");
});

test("whoever is muted makes no face, and a text is no face", () => {
  settle(() => store.setState({ muted: [{ line: 1, seat: 1, name: "Ben" }] }));
  hear(said(2, 1, "😉"), said(3, null, "😂"));
  expect(faces()).toEqual([]);
  settle(() => store.setState({ muted: [] }));
  hear(said(4, 1, "😂😂"));
  expect(faces()).toEqual([]);
  expect(document.querySelector(".bubble bdi")?.textContent).toBe("😂😂");
});

test("one tap sends a face, then there is a pause", () => {
  const button = screen.getByRole("button", { name: "Show a face" });
  fireEvent.click(button);
  const choice = screen.getByRole("group", { name: "Show a face" });
  expect([...choice.querySelectorAll("button")].map((one) => one.getAttribute("aria-label"))).toEqual(["laughs", "is amazed", "is thinking", "cries", "is cross", "winks"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("laughs");
  fireEvent.click(screen.getByRole("button", { name: "cries" }));
  expect(say.mock.calls).toEqual([[{ text: "😭" }]]);
  expect(screen.queryByRole("group", { name: "Show a face" })).toBeNull();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(screen.queryByRole("group", { name: "Show a face" })).toBeNull();
  settle(() => void vi.advanceTimersByTime(2100));
  fireEvent.click(button);
  fireEvent.keyDown(screen.getByRole("button", { name: "winks" }), { key: "Escape" });
  expect(screen.queryByRole("group", { name: "Show a face" })).toBeNull();
  expect(document.activeElement).toBe(button);
  hear(said(2, 0, "😭"));
  expect(faces()).toEqual(["sob"]);
});

test("whoever looks on has no seat to show a face at", () => {
  settle(() => store.setState({ you: null }));
  expect(screen.queryByRole("button", { name: "Show a face" })).toBeNull();
});

test("in a tutorial no bubble lies over the button: there is none", () => {
  settle(() => store.setState({ party: { ...PARTY, script: "kuhhandel" } as unknown as PartyView }));
  expect(screen.queryByRole("button", { name: "Show a face" })).toBeNull();
});

test("a bot makes a face a little later, and it is a line of this page alone", () => {
  step();
  expect(REACTIONS.mock.calls[0]?.[2]).toEqual([2]);
  expect(faces()).toEqual([]);
  settle(() => void vi.advanceTimersByTime(800));
  expect(faces()).toEqual(["grr"]);
  expect(store.getState().chat.at(-1)).toMatchObject({ id: -1, seat: 2, text: "😠" });
  expect(screen.getByRole("tab", { name: "Chat" }).textContent).toBe("Chat");
  expect(chatted()).toEqual(["laughs", "is cross"]);
});

test("bots make no faces at what was missed, nor for those who want none", () => {
  step(5);
  settle(() => void vi.advanceTimersByTime(800));
  settle(() => usePreferences.setState({ faces: false }));
  step();
  settle(() => void vi.advanceTimersByTime(800));
  expect(faces()).toEqual([]);
  expect(store.getState().chat).toHaveLength(1);
});

test("clockwise from a seat comes the next one", () => {
  expect([nextOf([0, 2], 0), nextOf([0, 2], 2), nextOf([0, 2], 1), nextOf([1], 1), nextOf([], 0)]).toEqual([2, 0, 2, undefined, undefined]);
});
