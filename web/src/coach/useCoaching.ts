/** What a coach says of the game at a table. */
import { useEffect, useState } from "react";
import { callPatiently } from "../net/http";
import type { Coaching } from "../protocol/types";
import { useTable } from "../model/table/context";

/** Null: on its way. Undefined: it cannot be had. */
export function useCoaching(): Coaching | null | undefined {
  const table = useTable((state) => state.table);
  const [coaching, setCoaching] = useState<Coaching | null | undefined>(null);
  useEffect(() => {
    const wanted = new AbortController();
    callPatiently("GET /api/tables/{table}/coaching", null, { table }, { signal: wanted.signal }).then(
      (answer) => wanted.signal.aborted || setCoaching(answer),
      () => wanted.signal.aborted || setCoaching(undefined),
    );
    return () => wanted.abort();
  }, [table]);
  return coaching;
}
