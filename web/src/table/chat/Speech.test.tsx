import { act as settle, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import type { ChatLine, PartyView } from "../../protocol/types";
import { TableContext } from "../../model/table/context";
import { Frame } from "../Frame";
import { EMPTY, type TableStore } from "../../model/table/store";
import { heardSince } from "../../model/table/unread";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const said = (id: number, seat: number | null, phrase: ChatLine["phrase"] = "hello"): ChatLine => ({ id, seat, name: "Ben", at: 0, phrase, text: null });
const MUTED = [{ line: 1, seat: 1, name: "Ben" }];
const PARTY = { stage: "playing", public: false, code: "k7mwq3n", places: [{ kind: "person", name: "Anna" }, { kind: "person", name: "Ben" }] };

let store: TableStore;

beforeEach(async () => {
  keepLanguage("en");
  const party = PARTY as unknown as PartyView;
  store = createStore(() => ({ table: "t", ...EMPTY, status: "online", you: 0, party, chat: [said(1, 1, "bye")] })) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <Frame turn={{ seat: null, text: "" }} progress={null}>
          <section data-seat="1" />
        </Frame>
      </TableContext>
    </Texted>,
  );
  const seat = (await screen.findByRole("tab", { name: "Chat" })).ownerDocument.querySelector<HTMLElement>("[data-seat]");
  vi.spyOn(seat as HTMLElement, "getBoundingClientRect").mockReturnValue(new DOMRect(300, 60, 200, 80));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const hear = (...lines: readonly ChatLine[]): void => settle(() => store.setState({ chat: [...store.getState().chat, ...lines] }));
const bubbles = (): readonly (string | null)[] => [...document.querySelectorAll(".bubble bdi")].map(({ textContent }) => textContent);

test("what somebody says stands at their seat for four seconds", () => {
  expect(bubbles()).toEqual([]);
  hear(said(2, 1));
  expect(bubbles()).toEqual(["Hello!"]);
  expect(document.querySelector<HTMLElement>(".bubble")?.style.left).toBe("308px");
  settle(() => void vi.advanceTimersByTime(2000));
  hear(said(3, 1, "thanks"));
  expect(bubbles()).toEqual(["Thanks!"]);
  settle(() => void vi.advanceTimersByTime(3900));
  expect(bubbles()).toEqual(["Thanks!"]);
  settle(() => void vi.advanceTimersByTime(200));
  expect(bubbles()).toEqual([]);
});

test("oneself, who looks on and who is muted have no bubble", () => {
  hear(said(2, 0), said(3, null));
  expect(bubbles()).toEqual([]);
  hear(said(4, 1));
  settle(() => store.setState({ muted: MUTED }));
  expect(bubbles()).toEqual([]);
  hear(said(5, 1));
  expect(bubbles()).toEqual([]);
});

test("a bubble is told to screen readers while the chat is not open, and only then", () => {
  const speech = document.querySelector(".speech");
  expect(speech?.getAttribute("aria-live")).toBe("polite");
  fireEvent.click(screen.getByRole("tab", { name: "Chat" }));
  expect(speech?.getAttribute("aria-hidden")).toBe("true");
  expect(speech?.getAttribute("aria-live")).toBe("off");
});

test("the icon of the drawer says how much is unread, and opens the chat", () => {
  const drawer = screen.getByRole("button", { name: /^Log, chat and/ });
  expect(drawer.querySelector(".dot")).toBeNull();
  hear(said(2, 1), said(3, 0), said(4, null));
  expect(drawer.textContent).toContain("2 new messages");
  fireEvent.click(drawer);
  expect(screen.getByRole("tab", { name: /^Chat/ }).getAttribute("aria-selected")).toBe("true");
  expect(drawer.querySelector(".dot")).toBeNull();
});

test("what is muted or one's own is not unread", () => {
  const state = { chat: [said(1, 1), said(2, 0), said(3, 1), said(4, null)], muted: [], you: 0 };
  expect(heardSince(state, 1).map(({ id }) => id)).toEqual([3, 4]);
  expect(heardSince({ ...state, muted: MUTED }, 1).map(({ id }) => id)).toEqual([4]);
});
