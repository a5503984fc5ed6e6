// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import type { ChatLine } from "../../protocol/types";
import { audible, keepMuted, mutedAt } from "./mutes";

const line = (id: number, seat: number | null, name: string): ChatLine => ({ id, seat, name, at: 0, phrase: "hello", text: null });
const CHAT = [line(1, 0, "Anna"), line(2, 1, "Ben"), line(3, null, "Cleo"), line(4, null, "Dan"), line(5, 1, "Ben")];

beforeEach(() => localStorage.clear());

it("hides everything that somebody has said", () => {
  expect(audible(CHAT, [{ line: 2, seat: 1, name: "Ben" }]).map(({ id }) => id)).toEqual([1, 3, 4]);
  expect(audible(CHAT, [{ line: 3, seat: null, name: "Cleo" }]).map(({ id }) => id)).toEqual([1, 2, 4, 5]);
  expect(audible(CHAT, [])).toBe(CHAT);
});

it("remembers whom to hear again, for each table", () => {
  keepMuted("one", [{ line: 2, seat: 1, name: "Ben" }]);
  expect(mutedAt("one")).toEqual([{ line: 2, seat: 1, name: "Ben" }]);
  expect(mutedAt("other")).toEqual([]);
  localStorage.setItem("kuhstall.muted.other", "not json");
  expect(mutedAt("other")).toEqual([]);
});
