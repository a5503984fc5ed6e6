/** How the seats are called. */
import { useMemo } from "react";
import { useTexts } from "../i18n/text";
import type { PlaceView } from "../protocol/types";
import { useTable } from "./context";

type Find = (key: string, args?: Record<string, string | number>) => string | undefined;

const NOBODY: readonly PlaceView[] = [];

/** Name every seat: people by their name, bots by that of a cow. */
export function seatNames(places: readonly PlaceView[], find: Find): readonly string[] {
  return places.map((place, seat) => {
    const number = seat + 1;
    if (place.kind === "bot") return find(`bot.${seat}`) ?? String(number);
    return place.name || (find("seat.person", { number }) ?? String(number));
  });
}

export function useNames(): readonly string[] {
  const { find } = useTexts();
  const places = useTable((state) => state.party?.places) ?? NOBODY;
  return useMemo(() => seatNames(places, find), [places, find]);
}
