/** The table while a game goes on: that of the game that is played. */
import { type ReactNode, Suspense } from "react";
import { gameNamed } from "../games";
import { GameContext, useGame } from "../model/game/context";
import { Caught, Outdated } from "../ui/page/Caught";
import { useTable } from "../model/table/context";
import { Frame } from "./Frame";

/** What the components below are about: the game of the table, as soon as the server has said which. */
export function GameAtTable({ children }: { readonly children: ReactNode }): ReactNode {
  const name = useTable((state) => state.view?.game);
  const game = gameNamed(name);
  // A game that this page does not know yet.
  if (name !== undefined && game === undefined) return <Outdated />;
  return <GameContext value={game ?? null}>{children}</GameContext>;
}

export function TableScreen(): ReactNode {
  const game = useGame();
  if (game === null) return null;
  return (
    <Caught fallback={<Outdated />}>
      <Suspense fallback={null}>
        <game.Table Frame={Frame} />
      </Suspense>
    </Caught>
  );
}
