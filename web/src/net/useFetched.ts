/** What a call answers, asked for again from time to time while the page can be seen. */
import { useEffect, useState } from "react";
import { noteErrorReports } from "./errorSwitch";
import { call } from "./http";
import type { EditionInfo, House, Me, TablePoster } from "../protocol/types";

/** Null: no answer yet. Undefined: the call was refused. */
type Fetched<T> = T | null | undefined;

function useFetched<T>(fetched: () => Promise<T>, every?: number, before: T | null = null, again?: unknown): Fetched<T> {
  const [answer, setAnswer] = useState<Fetched<T>>(before);
  useEffect(() => {
    let wanted = true;
    const ask = (): void => {
      if (document.visibilityState === "hidden") return;
      fetched().then(
        (value) => wanted && setAnswer(value),
        // What was there before is better than nothing.
        () => wanted && setAnswer((known) => known ?? undefined),
      );
    };
    ask();
    const timer = every === undefined ? undefined : setInterval(ask, every);
    if (every !== undefined) document.addEventListener("visibilitychange", ask);
    return () => {
      wanted = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [fetched, every, again]);
  return answer;
}

const me = (): Promise<Me> => call("GET /api/me");
const lobby = (): Promise<readonly TablePoster[]> => call("GET /api/lobby");
async function house(): Promise<House> {
  const answer = await call("GET /api/house");
  noteErrorReports(answer.error_reports);
  return answer;
}
const LOBBY_EVERY = 5000;
const EDITIONS_EVERY = 10_000;

/** `again`: asked once more when it changes. */
export const useMe = (again?: unknown): Fetched<Me> => useFetched(me, undefined, null, again);
export const useLobby = (): Fetched<readonly TablePoster[]> => useFetched(lobby, LOBBY_EVERY);
export const useHouse = (): Fetched<House> => useFetched(house);

let known: Promise<readonly EditionInfo[]> | undefined;
let answered: readonly EditionInfo[] | null = null;
/** The editions do not change while a page is open: once they are known, there are no more requests. */
function editions(): Promise<readonly EditionInfo[]> {
  known ??= call("GET /api/editions");
  known.then(
    (all) => {
      answered = all;
    },
    () => {
      known = undefined;
    },
  );
  return known;
}

export const useEditions = (): Fetched<readonly EditionInfo[]> => useFetched(editions, EDITIONS_EVERY, answered);
