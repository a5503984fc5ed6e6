/** The lines of the log that say something. */
import { useMemo } from "react";
import { useGame } from "./context";
import type { Line } from "../../protocol/types";
import { useTable } from "../table/context";

/** Every line that says something, for those who are told and cannot look. */
export function useTold(): readonly Line[] {
  const rules = useGame()?.lines;
  const lines = useTable((state) => state.lines);
  return useMemo(() => rules?.told(lines) ?? lines, [lines, rules]);
}

/** The lines that stay in the log. */
export function useLines(): readonly Line[] {
  const rules = useGame()?.lines;
  const lines = useTable((state) => state.lines);
  return useMemo(() => rules?.shown(rules.told(lines)) ?? lines, [lines, rules]);
}
