// @vitest-environment happy-dom
import { expect, it } from "vitest";
import type { Kind, SeatView } from "../../../protocol/types";
import { newQuartet } from "./Quartet";

const KINDS: readonly Kind[] = ["goose", "cow"];
const seats = (...herds: readonly SeatView["herd"][]): readonly SeatView[] => herds.map((herd) => ({ herd, cards: 5, pedigrees: [], purse: null, payable: null }));

it("tells whose quartet a step has made", () => {
  expect(newQuartet(seats({ cow: 3 }, { cow: 1 }), seats({ cow: 4 }, {}), KINDS)).toEqual({ seat: 0, animal: "cow" });
  expect(newQuartet(seats({}, { goose: 2 }), seats({}, { goose: 4 }), KINDS)).toEqual({ seat: 1, animal: "goose" });
});

it("tells of none that was there before, is none, or does not count", () => {
  expect(newQuartet(seats({ cow: 4 }), seats({ cow: 4, goose: 1 }), KINDS)).toBeNull();
  expect(newQuartet(seats({ cow: 2 }), seats({ cow: 3 }), KINDS)).toBeNull();
  expect(newQuartet(seats({ rat: 3 }), seats({ rat: 4 }), KINDS)).toBeNull();
  expect(newQuartet(seats(), seats({ cow: 4 }), KINDS)).toBeNull();
});
