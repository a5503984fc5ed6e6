import { afterEach, expect, test, vi } from "vitest";
import { forgetPlayed, keepPlayed } from "../../model/score/played";
import { noteSoloGame } from "../../net/offline/policy";
import { noteSolo } from "./noteSolo";

vi.mock("../../net/offline/policy", () => ({ noteSoloGame: vi.fn() }));

afterEach(() => {
  forgetPlayed();
  vi.clearAllMocks();
});

const ALONE = [{ kind: "person" }, { kind: "bot" }] as const;
const settled = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

test("a game with bots alone is noted, once however often its end is looked at", async () => {
  noteSolo("one", ALONE);
  keepPlayed({ table: "one", game: "kuhhandel", at: 1, rank: 1, all: 2, points: 3, won: true, others: [] });
  noteSolo("one", ALONE);
  await vi.waitFor(() => expect(noteSoloGame).toHaveBeenCalled());
  await settled();
  expect(noteSoloGame).toHaveBeenCalledTimes(1);
});

test("neither a game among people nor one of this device is noted", async () => {
  noteSolo("two", [...ALONE, { kind: "person" }]);
  noteSolo(`offline${"a".repeat(26)}`, ALONE);
  await settled();
  expect(noteSoloGame).not.toHaveBeenCalled();
});
