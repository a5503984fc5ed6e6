/** Something that somebody has pressed for: busy while it is done, and what became of it. */
import { useCallback, useState } from "react";

export interface AsyncAction {
  readonly busy: boolean;
  readonly problem: unknown;
  /** Do it, unless something is being done already. */
  readonly run: (action: () => Promise<void>) => void;
}

export function useAsyncAction(): AsyncAction {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const run = useCallback(
    (action: () => Promise<void>) => {
      if (busy) return;
      setBusy(true);
      setProblem(null);
      action()
        .catch(setProblem)
        .finally(() => setBusy(false));
    },
    [busy],
  );
  return { busy, problem, run };
}
