/** Time as the server sees it. The page only draws it. */
import { useEffect, useState } from "react";
import { useTable, useTableStore } from "./context";

/** The end of one's own time, or of that of a seat, or of the next call (null); undefined: none runs. */
export function useDeadline(seat: number | null): number | undefined {
  return useTable((state) => state.timers.find((timer) => timer.seat === seat)?.at);
}

/** How long that time is from beginning to end; null: nobody knows. */
export function useLength(seat: number | null): number | null {
  return useTable((state) => state.timers.find((timer) => timer.seat === seat)?.lasts ?? null);
}

/** The part of a time that is gone, between 0 and 1. Of a time of unknown length none is gone yet. */
export function gone(left: number, lasts: number | null): number {
  return lasts === null || lasts <= 0 ? 0 : Math.min(1, Math.max(0, 1 - left / lasts));
}

/** Until when whoever calls may not; undefined: nobody at the table calls, or they may. */
export function useHush(): number | undefined {
  return useTable((state) => state.timers.find((timer) => timer.seat === null)?.hush);
}

/** Two clocks differ by a little: what is asked for at the last moment could come too soon. */
const MARGIN = 40;

/** Whether a time on the server's clock has surely come: what is asked for then is not asked too soon. */
export function useReached(at: number | undefined): boolean {
  const store = useTableStore();
  const [, wake] = useState(0);
  const left = at === undefined ? 0 : at + MARGIN - Date.now() - store.getState().surelyAhead;
  useEffect(() => {
    if (at === undefined) return undefined;
    const rest = at + MARGIN - Date.now() - store.getState().surelyAhead;
    // A timer may ring a moment early.
    const timer = setTimeout(() => wake((count) => count + 1), Math.max(0, rest) + 5);
    return () => clearTimeout(timer);
  }, [at, store]);
  return left <= 0;
}

/** What is left of a time until its end: all of it, as long as a result is shown and it has not begun. */
export function remaining(left: number, lasts: number | null): number {
  return Math.max(0, Math.min(left, lasts ?? left));
}

/** Whole seconds that a seat has left, or that are left before the next call (null); null: no time runs. */
export function useSecondsLeft(seat: number | null): number | null {
  const store = useTableStore();
  const [, tick] = useState(0);
  const at = useDeadline(seat);
  const lasts = useLength(seat);
  const left = at === undefined ? null : remaining(at - Date.now() - store.getState().ahead, lasts);
  useEffect(() => {
    if (at === undefined) return undefined;
    const beat = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(beat);
  }, [at]);
  return left === null ? null : Math.ceil(left / 1000);
}

/** Seconds before its end at which a time is running out. */
export const SOON = 10;

/** Write a time that is left: 0:24, 3:05, and hours as the language has them, on one line. */
export function clockText(seconds: number, language = document.documentElement.lang || "en"): string {
  if (seconds >= 7200) {
    const hours = new Intl.NumberFormat(language, { style: "unit", unit: "hour", unitDisplay: "short" });
    return hours.format(Math.floor(seconds / 3600)).replaceAll(" ", "\u00a0");
  }
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
