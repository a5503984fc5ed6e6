/** The texts of the page, with the keys that Kuhfstein adds. */
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import type base from "./base.en.json";
import type texts from "./texts.en.json";

export type OwnKey = Paths<typeof base> | Paths<typeof texts>;
export const useTexts = useAll<OwnKey>;

/** What its table says, and the pages after the game. */
export const TEXTS: TextFiles = byLanguage(import.meta.glob<TextModule>("./texts.*.json"));
