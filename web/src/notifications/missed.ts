/** What somebody has missed at a slow table: the lines worth reading, what each has cost or earned them, and when. */
import { useEffect, useState } from "react";
import { useGame } from "../model/game/context";
import type { LineRules } from "../model/game/game";
import { useTable } from "../model/table/context";
import { call } from "../net/http";
import type { Line } from "../protocol/types";

/** Where less has changed hands, what else has happened is told too. */
const LEAST = 3;

export interface Missed {
  /** Its place in the log. */
  readonly place: number;
  readonly line: Line;
  /** With all that came since the piece before it, which is not told. */
  readonly earned: number;
}

export function missedLines(lines: readonly Line[], before: number, you: number | null, rules: LineRules | undefined): readonly Missed[] {
  const fresh = lines.slice(before).map((line, at) => ({ place: before + at, line, earned: 0 }));
  const worth = fresh.map(({ line }) => rules?.news?.(line) ?? true);
  const count = worth.filter(Boolean).length;
  if (count === 0) return [];
  for (let at = fresh.length - 1, more = LEAST - count; at >= 0 && more > 0; at -= 1) {
    if (worth[at] === true) continue;
    worth[at] = true;
    more -= 1;
  }
  let sum = 0;
  return fresh.flatMap((one, at) => {
    sum += you === null ? 0 : (rules?.earned?.(one.line, you) ?? 0);
    if (worth[at] !== true) return [];
    const earned = sum;
    sum = 0;
    return [{ ...one, earned }];
  });
}

/** What came while nobody looked; empty until the log is there. */
export function useMissed(before: number | undefined): readonly Missed[] {
  const rules = useGame()?.lines;
  const you = useTable((state) => state.you);
  const lines = useTable((state) => state.lines);
  const [missed, setMissed] = useState<readonly Missed[] | null>(null);
  useEffect(() => {
    if (missed !== null || lines.length === 0) return;
    setMissed(before === undefined ? [] : missedLines(lines, before, you, rules));
  }, [lines, before, you, rules, missed]);
  return missed ?? [];
}

/** When each line of the log was written, by its place; empty until the server has said so. */
export function useTimes(wanted: boolean): readonly number[] {
  const table = useTable((state) => state.table);
  const [times, setTimes] = useState<readonly number[]>([]);
  useEffect(() => {
    if (!wanted) return undefined;
    let here = true;
    call("GET /api/tables/{table}/times", null, { table }).then(
      (found) => here && setTimes(found),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [table, wanted]);
  return times;
}
