/** The hints of a game, for those who have not had them all. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Caught } from "../views/Caught";
import { hintsLeft } from "./coached";
import { useTable } from "./context";

// Not needed for the first look at a table.
const Coach = lazy(() => import("./Coach"));

interface Props {
  readonly hints: readonly string[];
  readonly fit: readonly string[];
}

export function Coached({ hints, fit }: Props): ReactNode {
  const [wanted] = useState(() => hintsLeft(hints));
  // A tutorial has a coach of its own.
  const seated = useTable((state) => state.you !== null && state.party?.script === undefined);
  if (!wanted || !seated) return null;
  return (
    <Caught fallback={null}>
      <Suspense fallback={null}>
        <Coach hints={hints} fit={fit} />
      </Suspense>
    </Caught>
  );
}
