/** A value that has been chosen and not yet confirmed is shown as chosen, until the server says no. */
import { useEffect, useState } from "react";
import { useTable } from "./context";

export function useWanted<T>(value: T): readonly [shown: T, want: (wanted: T) => void] {
  const refused = useTable((state) => state.refused);
  const [wanted, setWanted] = useState<{ readonly value: T } | null>(null);
  useEffect(() => setWanted(null), [value, refused]);
  return [wanted === null ? value : wanted.value, (chosen) => setWanted({ value: chosen })];
}
