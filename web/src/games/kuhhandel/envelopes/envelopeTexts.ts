/** What is said about envelopes, fetched where some are asked for. */
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import { useTexts as useAll } from "../../../i18n/text";
import type envelope from "./envelope.en.json";
import type { OwnKey } from "../texts";

export const ENVELOPE: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./envelope.*.json")),
];
export const useTexts = useAll<OwnKey | Paths<typeof envelope>>;
