/** A landscape with a cow, for the poster of the game. */
import type { ReactNode } from "react";

export function Poster(): ReactNode {
  return (
    <>
      <img src="/art/pine.svg" alt="" />
      <img src="/art/cow.svg" alt="" />
      <img src="/art/hut.svg" alt="" />
    </>
  );
}
