/** The words of groups, and those of what may go wrong there. */
import { useCallback } from "react";
import { AFTER, type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import { Refusal } from "../../net/http";
import { useProblem as useCommon } from "../../net/problem";
import type en from "./group.en.json";

export const useTexts = useAll<Paths<typeof en>>;
export const FILES: readonly TextFiles[] = [AFTER, byLanguage(import.meta.glob<TextModule>("./group.*.json")), byLanguage(import.meta.glob<TextModule>("./results/results.*.json"))];

/** Return a function that words what went wrong. */
export function useProblem(): (problem: unknown) => string {
  const { find } = useTexts();
  const common = useCommon();
  return useCallback((problem) => (problem instanceof Refusal ? find(`group.problem.${problem.code}`) : undefined) ?? common(problem), [find, common]);
}
