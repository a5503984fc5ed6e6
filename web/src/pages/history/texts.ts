/** The words of the page of one's games: nobody needs them elsewhere. */
import { AFTER, type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import type en from "./history.en.json";

export const useTexts = useAll<Paths<typeof en>>;

export const FILES: readonly TextFiles[] = [AFTER, byLanguage(import.meta.glob<TextModule>("./history.*.json"))];
