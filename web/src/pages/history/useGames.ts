/** The games that fit what is looked for, page after page. */
import { useCallback, useEffect, useState } from "react";
import { call } from "../../net/http";
import type { FinishedGame, Search } from "../../protocol/types";

export interface Found {
  /** Null: no answer yet. Undefined: the call was refused. */
  readonly games: readonly FinishedGame[] | null | undefined;
  readonly more: boolean;
  readonly goOn: () => void;
}

export function useGames(search: Search): Found {
  const [found, setFound] = useState<Pick<Found, "games" | "more">>({ games: null, more: false });
  useEffect(() => {
    let wanted = true;
    call("POST /api/games", search).then(
      (answer) => wanted && setFound(answer),
      () => wanted && setFound({ games: undefined, more: false }),
    );
    return () => {
      wanted = false;
    };
  }, [search]);
  const { games } = found;
  const goOn = useCallback(() => {
    const last = games?.at(-1);
    if (last === undefined) return;
    const { at, table } = last;
    void call("POST /api/games", { ...search, before: { at, table } }).then(
      (answer) => setFound((before) => (before.games === games ? { games: [...(games ?? []), ...answer.games], more: answer.more } : before)),
      // The button is still there.
      () => undefined,
    );
  }, [games, search]);
  return { ...found, goOn };
}
