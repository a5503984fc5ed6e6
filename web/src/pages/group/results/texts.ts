/** The words of a group's results, and those of what may go wrong with a score sheet. */
import { useCallback } from "react";
import type { Paths } from "../../../i18n/catalogue";
import { useTexts as useAll } from "../../../i18n/text";
import { Refusal } from "../../../net/http";
import { useProblem as useGroupProblem } from "../texts";
import type en from "./results.en.json";

export const useTexts = useAll<Paths<typeof en>>;

/** Return a function that words what went wrong. */
export function useProblem(): (problem: unknown) => string {
  const { find } = useTexts();
  const common = useGroupProblem();
  return useCallback((problem) => (problem instanceof Refusal ? find(`results.problem.${problem.code}`) : undefined) ?? common(problem), [find, common]);
}
