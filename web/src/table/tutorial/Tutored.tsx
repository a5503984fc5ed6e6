/** The coach of a tutorial, at tables that are one. */
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { Caught } from "../../ui/page/Caught";
import { useTable } from "../../model/table/context";
import { useReading } from "../../model/table/halt";

// Only tutorials need it.
const Tutor = lazy(() => import("./Tutor"));

/** How long a game waits for its coach: one that cannot be loaded must not stop it. */
export const AWAITED = 20_000;

export function Tutored(): ReactNode {
  const scripted = useTable((state) => state.you !== null && state.party?.script !== undefined);
  const [ready, setReady] = useState(false);
  const begin = useCallback(() => setReady(true), []);
  useEffect(() => {
    if (!scripted) return undefined;
    const timer = setTimeout(begin, AWAITED);
    return () => clearTimeout(timer);
  }, [scripted, begin]);
  // On a slow line the game would be over before the coach has come to explain it.
  useReading(scripted && !ready);
  if (!scripted) return null;
  return (
    <Caught fallback={null}>
      <Suspense fallback={null}>
        <Tutor onReady={begin} />
      </Suspense>
    </Caught>
  );
}
