/** The words of the coach: nobody needs them before a game is over. */
import type { Paths, TextFiles } from "../i18n/catalogue";
import { useTexts as useAll } from "../i18n/text";
import type en from "./review.en.json";

export const useTexts = useAll<Paths<typeof en>>;

/** Those of the pages, and what the server's lines say. */
export const FILES: readonly TextFiles[] = [
  { en: () => import("./review.en.json"), de: () => import("./review.de.json"), ru: () => import("./review.ru.json") },
  { en: () => import("@messages/coach.en.json"), de: () => import("@messages/coach.de.json"), ru: () => import("@messages/coach.ru.json") },
];
