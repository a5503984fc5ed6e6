/** The replay that the bar below the table steers. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { Playing, Replayer } from "./store";

export const ReplayContext = createContext<Replayer | null>(null);

export function useReplayer(): Replayer {
  const replayer = useContext(ReplayContext);
  if (replayer === null) throw new Error("no replay here");
  return replayer;
}

export function usePlaying<T>(select: (state: Playing) => T): T {
  return useStore(useReplayer().state, select);
}
