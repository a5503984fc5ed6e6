/** The words of the page of one's games: nobody needs them elsewhere. */
import { AFTER, type Paths, type TextFiles } from "../i18n/catalogue";
import { useTexts as useAll } from "../i18n/text";
import type en from "./past.en.json";

export const useTexts = useAll<Paths<typeof en>>;

export const FILES: readonly TextFiles[] = [AFTER, { en: () => import("./past.en.json"), de: () => import("./past.de.json"), ru: () => import("./past.ru.json") }];
