/** The coach of a tutorial, at tables that are one. */
import { lazy, type ReactNode, Suspense } from "react";
import { Caught } from "../views/Caught";
import { useTable } from "./context";

// Only tutorials need it.
const Tutor = lazy(() => import("./Tutor"));

export function Tutored(): ReactNode {
  const scripted = useTable((state) => state.you !== null && state.party?.script !== undefined);
  if (!scripted) return null;
  return (
    <Caught fallback={null}>
      <Suspense fallback={null}>
        <Tutor />
      </Suspense>
    </Caught>
  );
}
