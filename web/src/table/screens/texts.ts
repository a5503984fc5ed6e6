/** The texts about screens that show a table. They are loaded where they are needed: few players need them. */
import { useCallback } from "react";
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import { Refusal } from "../../net/http";
import { useProblem as useCommon } from "../../net/problem";
import type en from "./screens.en.json";

export const useTexts = useAll<Paths<typeof en>>;
export const FILES: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./screens.*.json")),
];

/** Return a function that says what went wrong with a screen. */
export function useProblem(): (problem: unknown) => string {
  const { find } = useTexts();
  const common = useCommon();
  return useCallback((problem) => (problem instanceof Refusal ? find(`screens.problem.${problem.code}`) : undefined) ?? common(problem), [find, common]);
}
