/** The texts of the screen. */
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import type en from "./screen.en.json";

export const useTexts = useAll<Paths<typeof en>>;
export const FILES: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./screen.*.json")),
];
