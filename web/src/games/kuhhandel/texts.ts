/** The texts of the page, with the keys that Kuhhandel adds. */
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import type after from "./after.en.json";
import type base from "./base.en.json";

export type OwnKey = Paths<typeof base> | Paths<typeof after>;
export const useTexts = useAll<OwnKey>;

/** What is said after a game. */
export const AFTER: TextFiles = byLanguage(import.meta.glob<TextModule>("./after.*.json"));
