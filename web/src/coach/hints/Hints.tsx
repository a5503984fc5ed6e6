/** The hints of a game, for those who have not had them all. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Caught } from "../../ui/page/Caught";
import { hintsLeft } from "./givenHints";
import { useTable } from "../../model/table/context";

// Not needed for the first look at a table.
const Hint = lazy(() => import("./Hint"));

interface Props {
  readonly hints: readonly string[];
  readonly fit: readonly string[];
}

export function Hints({ hints, fit }: Props): ReactNode {
  const [wanted] = useState(() => hintsLeft(hints));
  // A tutorial has a coach of its own.
  const seated = useTable((state) => state.you !== null && state.party?.script === undefined);
  if (!wanted || !seated) return null;
  return (
    <Caught fallback={null}>
      <Suspense fallback={null}>
        <Hint hints={hints} fit={fit} />
      </Suspense>
    </Caught>
  );
}
