/** How far the game of a table is, in words: never a time, since nobody can know it. */
import type { RoundTable } from "../../protocol/types";
import { useTexts } from "./texts";

export function useCourse(): (table: RoundTable) => string {
  const { t } = useTexts();
  return ({ over, left }) => {
    if (over) return t("night.over");
    if (left === null) return t("night.playing");
    return left === 0 ? t("night.left_none") : t("night.left", { count: left });
  };
}
