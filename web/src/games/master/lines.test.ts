import { expect, it } from "vitest";
import type { Line } from "../../protocol/types";
import { counted } from "./lines";

const line = (key: string, seat?: number): Line => ({ key: `log.${key}`, seats: seat === undefined ? {} : { seat }, args: {} });

it("keeps of a countdown only the last count", () => {
  const lines = [line("pedigree_revealed", 0), line("counted_down"), line("counted_down"), line("slapped", 1), line("counted_down")];
  expect(counted(lines).map(({ key }) => key.slice(4))).toEqual(["pedigree_revealed", "counted_down", "slapped", "counted_down"]);
});
