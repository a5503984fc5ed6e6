/** The end of a game waits for its last scene: whoever plays scenes says so here, and whoever shows the end looks. */
import { createContext } from "react";
import { createStore, type StoreApi } from "zustand/vanilla";

export type Played = StoreApi<{ readonly playing: boolean }>;

export function nothingPlayed(): Played {
  return createStore(() => ({ playing: false }));
}

export const PlayedContext = createContext<Played | null>(null);
