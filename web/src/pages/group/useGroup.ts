/** A group, asked for every few seconds while its page can be seen. */
import { useCallback, useEffect, useRef, useState } from "react";
import { call, Refusal } from "../../net/http";
import type { Group } from "../../protocol/types";

const EVERY = 5000;

/** Null: on its way. A text: the code of the refusal. */
export type Found = Group | string | null;

export function useGroup(code: string): readonly [Found, (group: Group) => void] {
  const [found, setFound] = useState<Found>(null);
  // What was asked for before a change must not undo it.
  const changes = useRef(0);
  useEffect(() => {
    let wanted = true;
    const ask = (): void => {
      if (document.visibilityState === "hidden") return;
      const before = changes.current;
      call("GET /api/groups/{code}", null, { code }).then(
        (group) => wanted && before === changes.current && setFound(group),
        (error: unknown) => {
          const why = error instanceof Refusal ? error.code : "unavailable";
          // What was there before is better than nothing, unless the group itself is gone.
          if (wanted) setFound((known) => (why === "no_such_group" || typeof known === "string" || known === null ? why : known));
        },
      );
    };
    ask();
    const timer = setInterval(ask, EVERY);
    document.addEventListener("visibilitychange", ask);
    return () => {
      wanted = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [code]);
  const change = useCallback((group: Group) => {
    changes.current += 1;
    setFound(group);
  }, []);
  return [found, change];
}
