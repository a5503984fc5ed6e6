/** What is said about envelopes, fetched where some are asked for. */
import type { Paths, TextFiles } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import type envelope from "./envelope.en.json";
import type { OwnKey } from "./texts";

export const ENVELOPE: readonly TextFiles[] = [
  { en: () => import("./envelope.en.json"), de: () => import("./envelope.de.json"), ru: () => import("./envelope.ru.json") },
];
export const useTexts = useAll<OwnKey | Paths<typeof envelope>>;
