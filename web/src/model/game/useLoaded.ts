/** A part of a game that is fetched when it is wanted; null until it is there. */
import { useEffect, useState } from "react";
import type { Load } from "./game";

export function useLoaded<T>(load: Load<T> | undefined): T | null {
  const [loaded, setLoaded] = useState<{ readonly part: T } | null>(null);
  useEffect(() => {
    let wanted = true;
    // What does not come now is asked for again with the next look.
    load?.().then(
      ({ default: part }) => wanted && setLoaded({ part }),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  return loaded?.part ?? null;
}
