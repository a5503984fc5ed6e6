/** The results of a group: asked for when its page opens or comes back, and when one of its tables is over. */
import { useCallback, useEffect, useState } from "react";
import { call } from "../../../net/http";
import type { GroupGame, GroupResults } from "../../../protocol/types";

export interface Results {
  /** Null: on its way, or not to be had. */
  readonly results: GroupResults | null;
  /** The last games, and those that were asked for since. */
  readonly games: readonly GroupGame[];
  readonly more: boolean;
  readonly change: (results: GroupResults) => void;
  readonly goOn: () => void;
}

interface Older {
  readonly of: GroupResults | null;
  readonly games: readonly GroupGame[];
  readonly more: boolean;
}

const NONE: Older = { of: null, games: [], more: false };

export function useResults(code: string, tables: string): Results {
  const [results, setResults] = useState<GroupResults | null>(null);
  const [older, setOlder] = useState<Older>(NONE);
  useEffect(() => {
    let wanted = true;
    const ask = (): void => {
      if (document.visibilityState === "hidden") return;
      // What was there before is better than nothing.
      call("GET /api/groups/{code}/results", null, { code }).then(
        (found) => wanted && setResults(found),
        () => undefined,
      );
    };
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      wanted = false;
      document.removeEventListener("visibilitychange", ask);
    };
  }, [code, tables]);
  const known = older.of === results ? older : NONE;
  const games = [...(results?.games ?? []), ...known.games];
  const last = games.at(-1);
  const goOn = useCallback(() => {
    if (last === undefined) return;
    const { at, game } = last;
    void call("POST /api/groups/{code}/games", { at, game }, { code }).then(
      (page) => setOlder((before) => ({ of: results, games: [...(before.of === results ? before.games : []), ...page.games], more: page.more })),
      // The button is still there.
      () => undefined,
    );
  }, [code, last, results]);
  return { results, games, more: known.of === null ? (results?.more ?? false) : known.more, change: setResults, goOn };
}
