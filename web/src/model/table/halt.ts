/** A table waits while its only person reads something. What waits is the server: this only tells it. */
import { useEffect, useRef } from "react";
import { create } from "zustand";
import { useTable, useTableStore } from "./context";

const useReaders = create<{ readonly count: number }>(() => ({ count: 0 }));

const changed = (by: number): void => useReaders.setState(({ count }) => ({ count: count + by }));

/** Say that something is open which has to be read. */
export function useReading(reading: boolean): void {
  useEffect(() => {
    if (!reading) return undefined;
    changed(1);
    return () => changed(-1);
  }, [reading]);
}

/** Whether something is open in this window. */
export function useReads(): boolean {
  return useReaders(({ count }) => count > 0);
}

/** Whether the table waits for us. */
export function useHalted(): boolean {
  return useTable(({ you, party }) => you !== null && party?.places[you]?.halting === true);
}

/** Nobody has read anything sooner, and a table that is just being drawn has enough to do. */
export const SETTLES = 500;

/** Make an effect's end of something that was shown: what was over sooner than that nobody has read, and it is not done. */
export function onceRead(done: () => void): () => void {
  const since = Date.now();
  return () => {
    if (Date.now() - since >= SETTLES) done();
  };
}

/** Let the table wait as long as something is read. Of several windows none ends what another one has begun. */
export function useHalt(): void {
  const store = useTableStore();
  const reads = useReads();
  const halted = useRef(useHalted());
  const may = useTable((state) => state.status === "online" && state.may.includes("halt"));
  useEffect(() => {
    if (!may) return undefined;
    const ask = (): void => {
      // After a reload nothing is open any more, but the table waits still.
      if (reads || halted.current) store.ask({ type: reads ? "halt" : "go_on" });
      halted.current = reads;
    };
    if (!reads) return ask();
    const timer = setTimeout(ask, SETTLES);
    return () => clearTimeout(timer);
  }, [may, reads, store]);
}
