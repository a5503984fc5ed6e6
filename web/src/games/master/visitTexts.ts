/** What is said where everybody answers once about a pedigree or a rat, fetched where that is asked for. */
import type { Paths, TextFiles } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import type { OwnKey } from "./texts";
import type visit from "./visit.en.json";

export const VISIT: readonly TextFiles[] = [
  { en: () => import("./visit.en.json"), de: () => import("./visit.de.json"), ru: () => import("./visit.ru.json") },
];
export const useTexts = useAll<OwnKey | Paths<typeof visit>>;
