/** Fetches what the moments of a game that is over are found in. */
import { useEffect, useState } from "react";
import type { Highlights, Moment } from "../../model/game/game";
import type { Result } from "../../model/score/score";
import { useTable } from "../../model/table/context";
import { call } from "../../net/http";
import type { Remark } from "../../protocol/types";

/** Nobody waits for the coach longer, in milliseconds: it may be busy. */
const COACH = 1500;

const NOTHING: readonly Remark[] = [];

async function coached(table: string): Promise<readonly Remark[]> {
  const late = new Promise<readonly Remark[]>((resolve) => {
    setTimeout(() => resolve(NOTHING), COACH);
  });
  const said = call("GET /api/tables/{table}/coaching", null, { table }).then(
    ({ remarks }) => remarks,
    () => NOTHING,
  );
  return Promise.race([said, late]);
}

/** Null: on their way. Empty: there is nothing to tell. */
export function useMoments({ momentsOf }: Highlights, result: Result): readonly Moment[] | null {
  const table = useTable((state) => state.table);
  const [moments, setMoments] = useState<readonly Moment[] | null>(null);
  useEffect(() => {
    let wanted = true;
    Promise.all([call("GET /api/tables/{table}/transcript", null, { table }), call("GET /api/tables/{table}/course", null, { table }), coached(table)])
      .then(([{ log }, { stops }, remarks]) => momentsOf({ log, stops, remarks, result }))
      .then(
        (found) => wanted && setMoments(found),
        () => wanted && setMoments([]),
      );
    return () => {
      wanted = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the game is over: it has one result
  }, [table, momentsOf]);
  return moments;
}
