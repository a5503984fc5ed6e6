/** The language of the page, and its texts for components. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { AFTER, type Args, Catalogue, keepLanguage, type Key, type Language, ownLanguage, type TextFiles } from "./catalogue";

interface Texts<K extends string = Key> {
  readonly catalogue: Catalogue;
  readonly language: Language;
  readonly choose: (language: Language) => void;
  /** A text that the program knows to be there. */
  readonly t: (key: K, args?: Args) => string;
  /** A text whose key came over the wire. */
  readonly find: (key: string, args?: Args) => string | undefined;
}

const Context = createContext<Texts<string> | null>(null);

function textsOf(catalogue: Catalogue, choose: Texts["choose"]): Texts<string> {
  return {
    catalogue,
    choose,
    language: catalogue.language,
    t: (key, args) => catalogue.text(key, args),
    find: (key, args) => catalogue.find(key, args),
  };
}

export function Texted({ children }: { readonly children: ReactNode }): ReactNode {
  const [language, choose] = useState<Language>(ownLanguage);
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  useEffect(() => {
    let wanted = true;
    void Catalogue.load(language).then((loaded) => {
      if (wanted) setCatalogue(loaded);
    });
    document.documentElement.lang = language;
    document.querySelector('link[rel="manifest"]')?.setAttribute("href", `/app.${language}.webmanifest`);
    return () => {
      wanted = false;
    };
  }, [language]);
  const texts = useMemo<Texts<string> | null>(
    () =>
      catalogue &&
      textsOf(catalogue, (chosen) => {
        keepLanguage(chosen);
        choose(chosen);
      }),
    [catalogue],
  );
  return texts && <Context value={texts}>{children}</Context>;
}

interface MoreProps {
  /** Always the same array, for one page. */
  readonly files: readonly TextFiles[];
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Adds texts; nothing below is drawn before they are there, but what keeps its place. */
export function TextedWith({ files, fallback = null, children }: MoreProps): ReactNode {
  const { catalogue, choose } = useTexts();
  const [texts, setTexts] = useState<Texts<string> | null>(null);
  useEffect(() => {
    let wanted = true;
    void catalogue.with(files).then((whole) => {
      if (wanted) setTexts(textsOf(whole, choose));
    });
    return () => {
      wanted = false;
    };
  }, [catalogue, choose, files]);
  return texts === null ? fallback : <Context value={texts}>{children}</Context>;
}

const AFTERWARDS: readonly TextFiles[] = [AFTER];

/** Adds the texts for after a game. */
export function TextedAfter({ children }: { readonly children: ReactNode }): ReactNode {
  return <TextedWith files={AFTERWARDS}>{children}</TextedWith>;
}

/** The texts of a page; a game names the keys that it adds to those of all pages. */
export function useTexts<Own extends string = never>(): Texts<Key | Own> {
  const texts = useContext(Context);
  if (texts === null) throw new Error("no texts here");
  return texts;
}
