/** What is said where everybody answers once about a pedigree or a rat, fetched where that is asked for. */
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import { useTexts as useAll } from "../../../i18n/text";
import type { OwnKey } from "../texts";
import type visit from "./visit.en.json";

export const VISIT: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./visit.*.json")),
];
export const useTexts = useAll<OwnKey | Paths<typeof visit>>;
