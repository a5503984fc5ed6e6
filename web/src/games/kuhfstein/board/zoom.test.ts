import { describe, expect, it } from "vitest";
import { fitted, held, shown } from "./zoom";

const SIZE = { width: 390, height: 300, beside: 52 };
const BOUNDS = { top: -1, left: -1, rows: 6, columns: 7 };

describe("the buttons over the right edge", () => {
  it("cover nothing of what fits beside them", () => {
    const { unit, x } = fitted(SIZE, BOUNDS, 48);
    expect(unit).toBeGreaterThanOrEqual(48);
    expect(x + (BOUNDS.left + BOUNDS.columns) * unit).toBeLessThanOrEqual(SIZE.width - SIZE.beside);
  });

  it("move nothing that is narrow enough", () => {
    const narrow = { top: 0, left: 0, rows: 6, columns: 4 };
    expect(fitted(SIZE, narrow)).toEqual(fitted({ width: 390, height: 300 }, narrow));
  });

  it("give way to a cell that is to be seen", () => {
    const { unit, x } = shown({ unit: 48, x: 0, y: 0 }, [0, 7], SIZE);
    expect(x + 8 * unit).toBe(SIZE.width - SIZE.beside);
  });
});

describe("a landscape that is larger than its window", () => {
  const large = { top: 0, left: 0, rows: 10, columns: 10 };

  it.each([
    ["first", { unit: 100, x: 0, y: 0 }],
    ["last", { unit: 100, x: 390 - 52 - 1000, y: 300 - 1000 }],
  ])("can be moved until its %s cell is in sight", (_, lie) => {
    expect(held(lie, SIZE, large)).toEqual(lie);
  });

  it("stays in it", () => {
    expect(held({ unit: 100, x: 900, y: -5000 }, SIZE, large)).toEqual({ unit: 100, x: 100, y: 300 - 1000 - 100 });
  });
});
