/** The rules in our own words, and what each edition makes of the points that are open. */
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { Animal } from "../cards/Animal";
import { ANIMALS } from "../cards/values";
import type { Language } from "../i18n/catalogue";
import { useTexts } from "../i18n/text";
import { Page } from "./Page";
import type en from "./rules.en.json";
import { EditionRules } from "./rules/EditionRules";
import { useEditions } from "./useFetched";

type Book = typeof en;
const CHAPTERS = ["goal", "box", "turn", "auction", "buyout", "paying", "overbid", "trade", "tie", "donkeys", "end"] as const;

const BOOKS: Record<Language, () => Promise<{ default: Book }>> = {
  en: () => import("./rules.en.json"),
  de: () => import("./rules.de.json"),
  ru: () => import("./rules.ru.json"),
};

function useBook(): Book | null {
  const { language } = useTexts();
  const [book, setBook] = useState<Book | null>(null);
  useEffect(() => {
    let wanted = true;
    void BOOKS[language]().then((loaded) => wanted && setBook(loaded.default));
    return () => {
      wanted = false;
    };
  }, [language]);
  return book;
}

/** The page of an edition is /rules/ and its key; without a key it is the first one's. */
export default function RulesPage(): ReactNode {
  const { t, find } = useTexts();
  const [path] = useLocation();
  const edition = path.replace(/^\/rules\/?/, "");
  const book = useBook();
  const editions = useEditions() ?? [];
  const chosen = editions.find(({ key }) => key === edition) ?? editions[0];
  return (
    <Page title={t("home.book.title")} back>
      <main className="sheet-of-paper book">
        <h1>{t("home.book.title")}</h1>
        <nav className="book-tabs" aria-label={t("home.book.editions")}>
          {editions.map(({ key }) => (
            <Link key={key} href={`/rules/${key}`} {...(key === chosen?.key ? { "aria-current": "page" } : {})}>
              {find(`edition.${key}.title`) ?? key}
            </Link>
          ))}
        </nav>
        {chosen !== undefined && (
          <p>
            {find(`edition.${chosen.key}.why`)} {chosen !== editions[0] && t("home.book.marked")}
          </p>
        )}
        {book !== null &&
          CHAPTERS.map((name) => {
            const chapter: { title: string; text: string; steps?: Record<string, string> } = book[name];
            return (
              <section key={name}>
                <h2>{chapter.title}</h2>
                {chapter.text.split("\n").map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
                {chapter.steps !== undefined && (
                  <ol>
                    {Object.entries(chapter.steps).map(([step, text]) => (
                      <li key={step}>{text}</li>
                    ))}
                  </ol>
                )}
                {name === "box" && (
                  <div className="book-values" aria-hidden="true">
                    {ANIMALS.map((animal) => (
                      <Animal key={animal} animal={animal} mute />
                    ))}
                  </div>
                )}
                <EditionRules chapter={name} edition={chosen} usual={editions[0]} />
              </section>
            );
          })}
        <p className="dialog-note">{t("home.book.all")}</p>
      </main>
    </Page>
  );
}
