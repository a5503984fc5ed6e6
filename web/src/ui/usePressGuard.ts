/** Ignores presses for a moment after the buttons have changed: a second tap was meant for what stood there before. */
import { useLayoutEffect, useReducer, useState } from "react";

export const GUARDED = 600;

/** Return whether presses are ignored, and how to ignore them for a moment from now on. `shown` names what is there. */
export function usePressGuard(shown: string): readonly [guarded: boolean, guard: () => void] {
  const [guarded, setGuarded] = useState(true);
  const [pressed, guard] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    setGuarded(true);
    const timer = setTimeout(() => setGuarded(false), GUARDED);
    return () => clearTimeout(timer);
  }, [shown, pressed]);
  return [guarded, () => guard()];
}
