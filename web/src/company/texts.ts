/** The words about strangers at one's table: few pages need them. */
import type { Paths, TextFiles } from "../i18n/catalogue";
import { useTexts as useAll } from "../i18n/text";
import type en from "./company.en.json";

export const useTexts = useAll<Paths<typeof en>>;
export const FILES: readonly TextFiles[] = [
  { en: () => import("./company.en.json"), de: () => import("./company.de.json"), ru: () => import("./company.ru.json") },
];
