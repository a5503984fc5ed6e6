/** The words for a refusal. */
import { useCallback } from "react";
import { useTexts } from "../i18n/text";
import { Refusal } from "./http";

/** Return a function that words a code of the server, or whatever was thrown. */
export function useProblem(): (problem: unknown) => string {
  const { t, find } = useTexts();
  return useCallback(
    (problem) => {
      if (problem instanceof Refusal && problem.code === "bad_cards") {
        const { line, why } = problem.detail;
        const reason = find(`card_file.${why}`, problem.detail);
        const placed = line !== undefined && reason !== undefined ? find("card_file.at", { line, reason }) : undefined;
        if (placed !== undefined) return placed;
      }
      const code = problem instanceof Refusal ? problem.code : typeof problem === "string" ? problem : "unavailable";
      return (
        find(`home.problem.${code}`) ??
        find(`setup.${code}`) ??
        find(`refusal.${code}`) ??
        t("home.problem.unknown", { code })
      );
    },
    [t, find],
  );
}
