/** A few cards, for the poster of the game. */
import type { ReactNode } from "react";
import { Animal } from "./cards/Animal";
import { MoneyBack } from "./cards/Backs";

export function Poster(): ReactNode {
  return (
    <>
      <Animal animal="cow" size="s" mute />
      <Animal animal="horse" size="s" mute />
      <MoneyBack size="s" mute />
    </>
  );
}
