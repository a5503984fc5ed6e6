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

/** Whole seconds until a time on the server's clock; null without such a time. */
export function useSecondsLeft(at: number | undefined): number | null {
  const store = useTableStore();
  const [, tick] = useState(0);
  const left = at === undefined ? null : Math.max(0, at - Date.now() - store.getState().ahead);
  useEffect(() => {
    if (at === undefined) return undefined;
    const beat = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(beat);
  }, [at]);
  return left === null ? null : Math.ceil(left / 1000);
}

/** Write a time that is left: 0:24, 3:05, 47 h. */
export function clockText(seconds: number): string {
  if (seconds >= 7200) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
