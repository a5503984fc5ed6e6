/** The words of one's account, which nobody needs to play, and those of what may go wrong there. */
import { useCallback } from "react";
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import { Refusal } from "../../net/http";
import { useProblem as useCommon } from "../../net/problem";
import type en from "./account.en.json";

export const useTexts = useAll<Paths<typeof en>>;
export const FILES: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./account.*.json")),
];

/** Return a function that words what went wrong; what a browser says of keys is that nothing came of it. */
export function useProblem(): (problem: unknown) => string {
  const { t, find } = useTexts();
  const common = useCommon();
  return useCallback(
    (problem) => {
      if (!(problem instanceof Refusal)) return t("account.problem.aborted");
      return find(`account.problem.${problem.code}`) ?? common(problem);
    },
    [t, find, common],
  );
}

/** A time in the words of the language. */
export function useDate(): (seconds: number) => string {
  const { language } = useTexts();
  return (seconds) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
}
