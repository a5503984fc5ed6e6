/** A button that does something about a night, and says what went wrong. */
import type { ReactNode } from "react";
import { useAsyncAction } from "../../ui/useAsyncAction";
import { useProblem } from "./texts";

interface Props {
  readonly label: string;
  readonly className?: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly act: () => Promise<void>;
}

export function Act({ label, className = "btn", pressed, disabled = false, act }: Props): ReactNode {
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  return (
    <>
      <button type="button" className={className} aria-busy={busy} aria-pressed={pressed} disabled={disabled} onClick={() => run(act)}>
        {pressed === true && <span aria-hidden="true">✓ </span>}
        {label}
      </button>
      {problem !== null && (
        <span className="notice" role="alert">
          {worded(problem)}
        </span>
      )}
    </>
  );
}
