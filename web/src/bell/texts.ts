/** The words of a tap on the shoulder, which only those who play at slow tables need. */
import type { Paths, TextFiles } from "../i18n/catalogue";
import { useTexts as useAll } from "../i18n/text";
import type en from "./bell.en.json";

export const useTexts = useAll<Paths<typeof en>>;
export const FILES: readonly TextFiles[] = [
  { en: () => import("./bell.en.json"), de: () => import("./bell.de.json"), ru: () => import("./bell.ru.json") },
];
