/** Moving a landscape about: by one finger or the mouse, by two fingers, by the wheel, by buttons. */
import { type PointerEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState, type WheelEvent } from "react";
import type { Bounds, Cell } from "./spots";
import { fitted, held, type Lie, shown, type Size, zoomed } from "./zoom";

/** A finger that moves less than this has tapped. */
const SLACK = 8;
const TAP = 48;
const WHEEL = 1.0015;

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Moving {
  readonly window: RefObject<HTMLDivElement | null>;
  /** The buttons that lie over its right edge. */
  readonly buttons: RefObject<HTMLDivElement | null>;
  readonly lie: Lie;
  /** Whether it lies as it fits best. */
  readonly fits: boolean;
  readonly fit: () => void;
  readonly zoom: (factor: number) => void;
  readonly show: (cell: Cell) => void;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
    readonly onWheel: (event: WheelEvent) => void;
    readonly onClickCapture: (event: { stopPropagation(): void; preventDefault(): void }) => void;
  };
}

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const apart = ([one, other]: readonly Point[]): number => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0);

export function usePanZoom(bounds: Bounds): Moving {
  const window = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  // Null: as it fits best.
  const [own, setOwn] = useState<Lie | null>(null);
  const [whole, setWhole] = useState(false);
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point | null>(null);
  const dragged = useRef(false);
  useLayoutEffect(() => {
    const element = window.current;
    if (element === null) return undefined;
    let width = element.clientWidth;
    const measure = (): void => {
      // A window of another width is another device, or the same one turned: everything is laid out anew.
      if (Math.abs(width - element.clientWidth) > SLACK) setOwn(null);
      width = element.clientWidth;
      const over = buttons.current?.getBoundingClientRect().left;
      const beside = over === undefined ? 0 : Math.max(0, element.getBoundingClientRect().right - over);
      setSize({ width, height: element.clientHeight, beside });
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const lie = own === null ? fitted(size, bounds, whole ? undefined : TAP) : held(own, size, bounds);
  const now = useRef(lie);
  useEffect(() => {
    now.current = lie;
  });
  const point = (event: { clientX: number; clientY: number }): Point => {
    const box = window.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const fit = useCallback(() => {
    setOwn(null);
    setWhole(true);
  }, []);
  const zoom = useCallback(
    (factor: number) => setOwn(zoomed(now.current, factor, { x: size.width / 2, y: size.height / 2 })),
    [size],
  );
  const show = useCallback(
    (cell: Cell) => {
      const moved = shown(now.current, cell, size);
      if (Math.hypot(moved.x - now.current.x, moved.y - now.current.y) > 1) setOwn(moved);
    },
    [size],
  );
  const lifted = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) start.current = null;
  };
  return {
    window,
    buttons,
    lie,
    fits: own === null,
    fit,
    zoom,
    show,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        if (pointers.current.size === 0) dragged.current = false;
        pointers.current.set(event.pointerId, point(event));
        start.current = point(event);
      },
      onPointerMove: (event) => {
        const before = [...pointers.current.values()];
        if (!pointers.current.has(event.pointerId)) return;
        // A quick pull off the edge may end where nobody here hears of it.
        if (event.buttons === 0) {
          lifted(event);
          dragged.current = false;
          return;
        }
        const at = point(event);
        const from = start.current;
        if (!dragged.current && before.length < 2 && from !== null && Math.hypot(at.x - from.x, at.y - from.y) < SLACK) return;
        if (!dragged.current) {
          dragged.current = true;
          window.current?.setPointerCapture(event.pointerId);
        }
        pointers.current.set(event.pointerId, at);
        const after = [...pointers.current.values()];
        const was = middle(before);
        const is = middle(after);
        const grown = before.length < 2 ? now.current : zoomed(now.current, apart(after) / (apart(before) || 1), was);
        now.current = { unit: grown.unit, x: grown.x + is.x - was.x, y: grown.y + is.y - was.y };
        setOwn(now.current);
      },
      onPointerUp: lifted,
      onPointerCancel: lifted,
      onWheel: (event) => {
        if (event.ctrlKey) return;
        setOwn(zoomed(now.current, WHEEL ** -event.deltaY, point(event)));
      },
      // What was a pull is no tap on the cell where it ended.
      onClickCapture: (event) => {
        if (!dragged.current) return;
        dragged.current = false;
        event.stopPropagation();
        event.preventDefault();
      },
    },
  };
}
