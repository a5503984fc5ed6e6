/** The language of the page, and its texts for components. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { type Args, Catalogue, type Key, type Language, preferred } from "./catalogue";

interface Texts {
  readonly language: Language;
  readonly choose: (language: Language) => void;
  /** A text that the program knows to be there. */
  readonly t: (key: Key, args?: Args) => string;
  /** A text whose key came over the wire. */
  readonly find: (key: string, args?: Args) => string | undefined;
}

const Context = createContext<Texts | null>(null);
const KEPT = "kuhstall.language";

export function Texted({ children }: { readonly children: ReactNode }): ReactNode {
  const [language, choose] = useState<Language>(() =>
    preferred(localStorage.getItem(KEPT), navigator.languages),
  );
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  useEffect(() => {
    let wanted = true;
    void Catalogue.load(language).then((loaded) => {
      if (wanted) setCatalogue(loaded);
    });
    document.documentElement.lang = language;
    return () => {
      wanted = false;
    };
  }, [language]);
  const texts = useMemo<Texts | null>(
    () =>
      catalogue && {
        language: catalogue.language,
        choose: (chosen) => {
          localStorage.setItem(KEPT, chosen);
          choose(chosen);
        },
        t: (key, args) => catalogue.text(key, args),
        find: (key, args) => catalogue.find(key, args),
      },
    [catalogue],
  );
  return texts && <Context value={texts}>{children}</Context>;
}

export function useTexts(): Texts {
  const texts = useContext(Context);
  if (texts === null) throw new Error("no texts here");
  return texts;
}
