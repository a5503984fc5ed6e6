/** Where the bubble of a tutorial stands: beside what it is about, and never on it. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** From the edge of the window, and from what is explained: less where there is little room. */
const MARGIN = 8;
const GAPS = [12, 2];
/** It goes a pixel further for so many that it does not hide. */
const HIDES = 150;

const right = (box: Box): number => box.x + box.width;
const bottom = (box: Box): number => box.y + box.height;

/** How much of two boxes is the same place. */
export function shared(one: Box, other: Box): number {
  const width = Math.min(right(one), right(other)) - Math.max(one.x, other.x);
  const height = Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

const between = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Above, below, left and right of a box, in the middle of it and at its ends. */
function beside(box: Box, { width, height }: Size, gap: number): readonly (readonly [number, number])[] {
  const middle = box.x + box.width / 2 - width / 2;
  const level = box.y + box.height / 2 - height / 2;
  const across = [middle, box.x, right(box) - width];
  return [
    ...across.flatMap((x) => [[x, box.y - gap - height] as const, [x, bottom(box) + gap] as const]),
    [box.x - gap - width, level],
    [right(box) + gap, level],
  ];
}

/**
 * Find the place for a bubble: it touches none of the spots if there is any such place, and of those it is the nearest to
 * the last spot, which is what is to be pressed, and hides little of what is good to see. Without spots it stands in the middle.
 */
export function placed(bubble: Size, spots: readonly Box[], window: Size, good: readonly Box[] = []): Box {
  const inside = ([x, y]: readonly [number, number]): Box => ({
    x: between(x, MARGIN, Math.max(MARGIN, window.width - MARGIN - bubble.width)),
    y: between(y, MARGIN, Math.max(MARGIN, window.height - MARGIN - bubble.height)),
    ...bubble,
  });
  const last = spots.at(-1);
  if (last === undefined) return inside([(window.width - bubble.width) / 2, (window.height - bubble.height) / 2]);
  const edges: readonly (readonly [number, number])[] = [0, window.width].flatMap((x) => [0, window.height].map((y) => [x, y] as const));
  const candidates = [...GAPS.flatMap((gap) => [...spots, ...good].flatMap((spot) => beside(spot, bubble, gap))), ...edges].map(inside);
  const worth = (box: Box): number => {
    const covered = spots.reduce((sum, spot) => sum + shared(box, spot), 0);
    const far = Math.hypot(box.x + box.width / 2 - last.x - last.width / 2, box.y + box.height / 2 - last.y - last.height / 2);
    const hidden = good.reduce((sum, one) => sum + shared(box, one), 0);
    // Nothing is as bad as to lie on what is explained.
    return covered * 1000 + hidden / HIDES + far;
  };
  return candidates.toSorted((one, other) => worth(one) - worth(other))[0] ?? inside([0, 0]);
}
