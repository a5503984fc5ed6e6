/** The texts of hand mode. */
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import type en from "./hand.en.json";

export type HandKey = Paths<typeof en>;
export const useTexts = useAll<HandKey>;
export const FILES: readonly TextFiles[] = [byLanguage(import.meta.glob<TextModule>("./hand.*.json"))];
