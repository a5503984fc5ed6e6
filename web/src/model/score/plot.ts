/** The arithmetic of the plots: where a value lies, and which values are written beside the axis. */
import type { Mark, Stop } from "../../protocol/types";

/** What a course counts. */
export type Measure = "herds" | "money" | "points" | "tiles";

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly steps: number;
  /** The highest value that is written. */
  readonly top: number;
}

export const MARGIN = { top: 26, right: 14, bottom: 8, left: 50 } as const;

/** What a stop counts for each seat; nothing where an older server does not count it. */
export function valuesOf(stop: Partial<Pick<Stop, Measure>>, measure: Measure): readonly number[] {
  return stop[measure] ?? [];
}

/** Round values from 0 to above the highest one, four at most. */
export function ticks(highest: number): readonly number[] {
  const rough = Math.max(4, highest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const each = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step * 4 >= highest) ?? rough;
  const count = Math.max(1, Math.ceil(highest / each));
  return Array.from({ length: count + 1 }, (_, place) => place * each);
}

export function across(frame: Frame, step: number): number {
  const inside = frame.width - MARGIN.left - MARGIN.right;
  return MARGIN.left + (inside * (step - 1)) / Math.max(1, frame.steps - 1);
}

export function up(frame: Frame, value: number): number {
  const inside = frame.height - MARGIN.top - MARGIN.bottom;
  return frame.height - MARGIN.bottom - (inside * value) / Math.max(1, frame.top);
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** The line of a seat: level until something changes, and on to the end. */
export function line(frame: Frame, stops: readonly Stop[], measure: Measure, seat: number): string {
  let path = "";
  let before: number | undefined;
  for (const stop of stops) {
    const value = valuesOf(stop, measure)[seat] ?? 0;
    if (value === before) continue;
    const [x, y] = [round(across(frame, stop.step)), round(up(frame, value))];
    path += before === undefined ? `M${x} ${y}` : `H${x}V${y}`;
    before = value;
  }
  return path === "" ? path : `${path}H${round(across(frame, frame.steps))}`;
}

export function highest(stops: readonly Stop[], measure: Measure): number {
  return Math.max(0, ...stops.flatMap((stop) => valuesOf(stop, measure)));
}

/** What the table tells: the deal, what is worth telling of, and the end. */
export function milestones(stops: readonly Stop[], told: readonly Mark[]): readonly Stop[] {
  return stops.filter((stop, place) => place === 0 || place === stops.length - 1 || told.some((mark) => stop.marks.includes(mark)));
}
