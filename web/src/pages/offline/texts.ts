/** The words of offline play: nobody needs them before the page of it, or a table of this device. */
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import type en from "./offline.en.json";

export const useTexts = useAll<Paths<typeof en>>;
export const FILES: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./offline.*.json")),
];

/** A size as people say it: 4 MB. */
export function useSize(): (bytes: number) => string {
  const { language } = useTexts();
  return (bytes) => new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", maximumFractionDigits: 0 }).format(bytes / 1e6);
}

/** Why offline play is not here, in a sentence. */
export function useReason(): (reason: string) => string {
  const { t, find } = useTexts();
  return (reason) => find(`offline.reason.${reason}`) ?? (reason === "" ? "" : t("offline.reason.unknown", { reason }));
}
