/** How the seats are called. */
import { useMemo } from "react";
import { useTexts } from "../../i18n/text";
import type { PlaceView } from "../../protocol/types";
import { useTable } from "./context";

type Find = (key: string, args?: Record<string, string | number>) => string | undefined;

const NOBODY: readonly PlaceView[] = [];

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name for the middle of any sentence: one that is read from the right turns no figure round beside it. */
function isolated(name: string): string {
  return FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name;
}

const GIVEN = /^(?:Guest|Gast|Гость) (\d+)$/;

/** Tell whether a name was given by us, not chosen. */
export function isGiven(name: string): boolean {
  return GIVEN.test(name);
}

/** A name as this reader says it: one that nobody has chosen is in their language, whoever it was given to. */
export function spoken(name: string, find: Find): string {
  const number = GIVEN.exec(name)?.[1];
  return (number === undefined ? undefined : find("home.name.guest", { number })) ?? isolated(name);
}

/** Name every seat. The names of bots are the same in every language. */
export function seatNames(places: readonly PlaceView[], find: Find): readonly string[] {
  return places.map((place, seat) => {
    const number = seat + 1;
    return spoken(place.name ?? "", find) || (find("seat.person", { number }) ?? String(number));
  });
}

export function useNames(): readonly string[] {
  const { find } = useTexts();
  const places = useTable((state) => state.party?.places) ?? NOBODY;
  return useMemo(() => seatNames(places, find), [places, find]);
}
