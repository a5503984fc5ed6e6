/** A landscape of tiles with a cow, for the poster of the game. */
import type { ReactNode } from "react";

export function Poster(): ReactNode {
  return (
    <>
      <img className="game-tiles" src="/art/tiles.svg" alt="" />
      <img className="game-grazing" src="/art/cow.svg" alt="" />
    </>
  );
}
