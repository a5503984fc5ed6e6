/** A game night, asked for every few seconds while its page can be seen. */
import { useCallback, useEffect, useRef, useState } from "react";
import { call, Refusal } from "../../net/http";
import type { GameNight } from "../../protocol/types";

const EVERY = 3000;

/** Null: on its way. A text: the code of the refusal. */
export type Found = GameNight | string | null;

export function useNight(code: string, night: string): readonly [Found, (night: GameNight) => void] {
  const [found, setFound] = useState<Found>(null);
  // What was asked for before a change must not undo it.
  const changes = useRef(0);
  useEffect(() => {
    let wanted = true;
    const ask = (): void => {
      if (document.visibilityState === "hidden") return;
      const before = changes.current;
      call("GET /api/groups/{code}/nights/{night}", null, { code, night }).then(
        (one) => wanted && before === changes.current && setFound(one),
        (error: unknown) => {
          const why = error instanceof Refusal ? error.code : "unavailable";
          if (wanted) setFound((known) => (typeof known === "string" || known === null ? why : known));
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
  }, [code, night]);
  const change = useCallback((one: GameNight) => {
    changes.current += 1;
    setFound(one);
  }, []);
  return [found, change];
}
