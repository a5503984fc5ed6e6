/** The words of the sheet, which nobody else needs. */
import { useEffect, useState } from "react";
import { type Args, Catalogue, type Language, byLanguage } from "../../../i18n/catalogue";
import { useTexts } from "../texts";
import type en from "./paper.en.json";

type Book = typeof en;
type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];
export type PaperTexts = (key: Paths<Book["paper"]>, args?: Args) => string;

const BOOKS: Record<Language, () => Promise<{ default: Book }>> = byLanguage(import.meta.glob<{ default: Book }>("./paper.*.json"));

/** Null until they are there. */
export function usePaperTexts(): PaperTexts | null {
  const { language } = useTexts();
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  useEffect(() => {
    let wanted = true;
    void BOOKS[language]().then((book) => wanted && setCatalogue(new Catalogue(language, book.default)));
    return () => {
      wanted = false;
    };
  }, [language]);
  return catalogue && ((key, args) => catalogue.find(`paper.${key}`, args) ?? key);
}
