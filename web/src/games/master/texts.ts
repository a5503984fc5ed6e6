/** The texts of the page, with the keys that Kuhhandel Master adds to Kuhhandel's. */
import type { Paths, TextFiles } from "../../i18n/catalogue";
import { useTexts as useAll } from "../../i18n/text";
import type { OwnKey as KuhhandelKey } from "../kuhhandel/texts";
import type after from "./after.en.json";
import type base from "./base.en.json";

export type OwnKey = KuhhandelKey | Paths<typeof base> | Paths<typeof after>;
export const useTexts = useAll<OwnKey>;

/** What is said after a game. */
export const AFTER: TextFiles = {
  en: () => import("./after.en.json"),
  de: () => import("./after.de.json"),
  ru: () => import("./after.ru.json"),
};
