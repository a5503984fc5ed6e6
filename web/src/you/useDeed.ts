/** Something that somebody has pressed for: busy while it is done, and what became of it. */
import { useCallback, useState } from "react";

export interface Deed {
  readonly busy: boolean;
  readonly problem: unknown;
  /** Do it, unless something is being done already. */
  readonly run: (deed: () => Promise<void>) => void;
}

export function useDeed(): Deed {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const run = useCallback(
    (deed: () => Promise<void>) => {
      if (busy) return;
      setBusy(true);
      setProblem(null);
      deed()
        .catch(setProblem)
        .finally(() => setBusy(false));
    },
    [busy],
  );
  return { busy, problem, run };
}
