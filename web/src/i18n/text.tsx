/** The language of the page, and its texts for components. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { type Args, Catalogue, keepLanguage, type Key, type Language, type More, ownLanguage } from "./catalogue";

interface Texts {
  readonly catalogue: Catalogue;
  readonly language: Language;
  readonly choose: (language: Language) => void;
  /** A text that the program knows to be there. */
  readonly t: (key: Key, args?: Args) => string;
  /** A text whose key came over the wire. */
  readonly find: (key: string, args?: Args) => string | undefined;
}

const Context = createContext<Texts | null>(null);

function textsOf(catalogue: Catalogue, choose: Texts["choose"]): Texts {
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
  const texts = useMemo<Texts | null>(
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
  /** Always the same, for one page. */
  readonly parts: readonly More[];
  readonly children: ReactNode;
}

/** Adds texts; nothing below is drawn before they are there. */
export function TextedWith({ parts, children }: MoreProps): ReactNode {
  const { catalogue, choose } = useTexts();
  const [texts, setTexts] = useState<Texts | null>(null);
  useEffect(() => {
    let wanted = true;
    void catalogue.with(parts).then((whole) => {
      if (wanted) setTexts(textsOf(whole, choose));
    });
    return () => {
      wanted = false;
    };
  }, [catalogue, choose, parts]);
  return texts && <Context value={texts}>{children}</Context>;
}

const AFTER: readonly More[] = ["after"];

/** Adds the texts for after a game. */
export function TextedAfter({ children }: { readonly children: ReactNode }): ReactNode {
  return <TextedWith parts={AFTER}>{children}</TextedWith>;
}

export function useTexts(): Texts {
  const texts = useContext(Context);
  if (texts === null) throw new Error("no texts here");
  return texts;
}
