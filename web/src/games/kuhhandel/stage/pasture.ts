/** Which of somebody's animals graze on the hill, where they stand, and how they come. */
import type { Kind } from "../../../protocol/types";

export interface Grazer {
  readonly animal: Kind;
  /** The first, second, third or fourth of its kind. */
  readonly number: number;
  /** In parts of the width, from 0 to 100, and the height above the front row in parts of an animal. */
  readonly x: number;
  readonly up: number;
  readonly scale: number;
}

const MOST = 16;
const ROWS = [[0, 1], [0.45, 0.8], [0.2, 0.9], [0.6, 0.72]] as const;
const HOPS = 5;
/** How high they begin, in pixels, where the lot lies. */
const HIGH = 130;

/** Each kind has a meadow of its own, so nobody moves when others come. The first of each kind go first. */
export function grazing(herd: Readonly<Partial<Record<Kind, number>>>, kinds: readonly Kind[]): readonly Grazer[] {
  return ROWS.flatMap(([up, scale], row) =>
    kinds.flatMap((animal, place) =>
      (herd[animal] ?? 0) > row ? [{ animal, number: row + 1, x: 3 + (((place * 3) % kinds.length) * 90) / kinds.length + row * 3.2, up, scale }] : [],
    ),
  ).slice(0, MOST);
}

/** From the lot to its place, in five hops. */
export function walk({ x, scale }: Grazer, width: number): Keyframe[] {
  return Array.from({ length: HOPS * 2 + 1 }, (_, half) => {
    const left = 1 - half / (HOPS * 2);
    const hop = half % 2 === 1 ? 16 : 0;
    return { transform: `translate(${(((50 - x) / 100) * width * left).toFixed(1)}px, ${(-HIGH * left - hop).toFixed(1)}px) scale(${scale})`, opacity: half === 0 ? 0 : 1 };
  });
}

/** It lifts its head. */
export function bob({ scale }: Grazer): Keyframe[] {
  return [0, -3, 0].map((by) => ({ transform: `translateY(${by}px) scale(${scale})` }));
}
