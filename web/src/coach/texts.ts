/** The words of the coach: nobody needs them before a game is over. */
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../i18n/catalogue";
import { useTexts as useAll } from "../i18n/text";
import type en from "./opinion.en.json";

export const useTexts = useAll<Paths<typeof en>>;

/** Those of the pages, and what the server's lines say. */
export const FILES: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./opinion.*.json")),
  byLanguage(import.meta.glob<TextModule>("@messages/??.json", { query: "?coach" })),
];
