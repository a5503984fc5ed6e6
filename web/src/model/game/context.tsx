/** The game that the components below are about. */
import { createContext, useContext } from "react";
import type { Game } from "./game";

export const GameContext = createContext<Game | null>(null);

export function useGame(): Game | null {
  return useContext(GameContext);
}
