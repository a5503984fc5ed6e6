/** The words about strangers at one's table: few pages need them. */
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../i18n/catalogue";
import { useTexts as useAll } from "../i18n/text";
import type en from "./people.en.json";

export const useTexts = useAll<Paths<typeof en>>;
export const FILES: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./people.*.json")),
];
