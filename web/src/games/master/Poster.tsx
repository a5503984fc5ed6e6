/** A card, a rat and a rosette, for the poster of the game. */
import type { ReactNode } from "react";
import { Animal } from "../kuhhandel/cards/Animal";

export function Poster(): ReactNode {
  return (
    <>
      <Animal animal="pig" size="s" mute />
      <img className="game-rat" src="/art/rat.svg" alt="" />
      <img className="game-rosette" src="/art/rosette.svg" alt="" />
    </>
  );
}
