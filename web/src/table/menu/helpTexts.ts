/** The words of the help: they come only when they are wanted. */
import { useEffect, useState } from "react";
import type { HelpTexts } from "../../model/game/game";
import { Catalogue, type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { useTexts } from "../../i18n/text";
import type en from "./help.en.json";

/** What the help says at every table. */
const SHARED: TextFiles = byLanguage(import.meta.glob<TextModule>("./help.*.json"));

export type SharedHelp = HelpTexts<Paths<(typeof en)["help"]>>;

/** The words of the help in the language of the page, with those of a game; null until they are there. */
export function useHelpTexts(files: readonly TextFiles[] | undefined): HelpTexts | null {
  const { language } = useTexts();
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  useEffect(() => {
    if (files === undefined) return undefined;
    let wanted = true;
    void new Catalogue(language, {}).with([SHARED, ...files]).then((whole) => wanted && setCatalogue(whole));
    return () => {
      wanted = false;
    };
  }, [language, files]);
  return catalogue && ((key, args) => catalogue.find(`help.${key}`, args) ?? key);
}
