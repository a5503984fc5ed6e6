import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePanZoom } from "./usePanZoom";

const BOUNDS = { top: 0, left: 0, rows: 4, columns: 4 };
const pressed = vi.fn();

function Window(): React.ReactNode {
  const { window, lie, fit, zoom, handlers } = usePanZoom(BOUNDS);
  return (
    <>
      <div ref={window} data-testid="window" {...handlers}>
        <button type="button" onClick={pressed}>
          cell
        </button>
      </div>
      <output>{[lie.unit, lie.x, lie.y].map(Math.round).join(" ")}</output>
      <button type="button" onClick={fit}>
        fit
      </button>
      <button type="button" onClick={() => zoom(1.5)}>
        larger
      </button>
    </>
  );
}

const lie = (): readonly number[] => (screen.getByRole("status").textContent ?? "").split(" ").map(Number);
const cell = (): HTMLElement => screen.getByText("cell");
const at = (pointerId: number, clientX: number, clientY: number): object => ({ pointerId, clientX, clientY, button: 0, buttons: 1 });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(320);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(240);
  HTMLElement.prototype.setPointerCapture = () => undefined;
  pressed.mockClear();
  render(<Window />);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("begins as it fits best", () => {
  expect(lie()).toEqual([60, 40, 0]);
});

it("follows a finger, and takes no pull for a tap", () => {
  fireEvent.pointerDown(cell(), at(1, 100, 100));
  fireEvent.pointerMove(cell(), at(1, 125, 90));
  fireEvent.pointerUp(cell(), at(1, 125, 90));
  fireEvent.click(cell());
  expect(lie()).toEqual([60, 65, -10]);
  expect(pressed).not.toHaveBeenCalled();
});

it("takes a trembling finger for a tap", () => {
  fireEvent.pointerDown(cell(), at(1, 100, 100));
  fireEvent.pointerMove(cell(), at(1, 104, 97));
  fireEvent.pointerUp(cell(), at(1, 104, 97));
  fireEvent.click(cell());
  expect(lie()).toEqual([60, 40, 0]);
  expect(pressed).toHaveBeenCalledOnce();
});

it("does not follow a mouse that comes back with no button held", () => {
  fireEvent.pointerDown(cell(), at(1, 10, 100));
  fireEvent.pointerMove(cell(), { ...at(1, 100, 100), buttons: 0 });
  fireEvent.pointerMove(cell(), { ...at(1, 200, 150), buttons: 0 });
  expect(lie()).toEqual([60, 40, 0]);
  fireEvent.click(cell());
  expect(pressed).toHaveBeenCalledOnce();
});

it("grows with two fingers, around the point between them", () => {
  fireEvent.pointerDown(cell(), at(1, 120, 120));
  fireEvent.pointerDown(cell(), at(2, 200, 120));
  fireEvent.pointerMove(cell(), at(2, 240, 120));
  const [unit = 0, x = 0] = lie();
  expect(unit).toBe(90);
  // What lay in the middle of the fingers, at 160, is in their middle now, at 180.
  expect((180 - x) / unit).toBeCloseTo((160 - 40) / 60, 1);
});

it("grows by a button and by the wheel, and fits again", () => {
  fireEvent.click(screen.getByText("larger"));
  expect(lie()[0]).toBe(90);
  fireEvent.wheel(cell(), { deltaY: 300, clientX: 160, clientY: 120 });
  expect(lie()[0]).toBeLessThan(90);
  fireEvent.click(screen.getByText("fit"));
  expect(lie()).toEqual([60, 40, 0]);
});
