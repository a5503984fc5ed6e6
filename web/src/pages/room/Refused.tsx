/** Why the latest request was refused. */
import type { ReactNode } from "react";
import { useTable } from "../../model/table/context";
import { useProblem } from "../../net/problem";
import "./Refused.css";

export function Refused(): ReactNode {
  const worded = useProblem();
  const refused = useTable((state) => state.refused);
  return (
    <p className="notice room-refused" role="alert">
      {refused !== null && worded(refused.code)}
    </p>
  );
}
