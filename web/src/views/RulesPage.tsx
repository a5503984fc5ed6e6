/** The rules in our own words, and what each edition makes of the points that are open. */
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { Animal } from "../cards/Animal";
import { ANIMALS } from "../cards/values";
import type { Language } from "../i18n/catalogue";
import { useTexts } from "../i18n/text";
import type { EditionInfo } from "../protocol/types";
import { Page } from "./Page";
import type en from "./rules.en.json";
import { EditionRules } from "./rules/EditionRules";
import { LandFigure } from "./rules/LandFigure";
import { useEditions } from "./useFetched";
import "../styles/rules.css";

type Book = typeof en;
interface Chapter {
  readonly title: string;
  readonly text: string;
  readonly steps?: Readonly<Record<string, string>>;
  readonly figure?: string;
}

const CHAPTERS = ["goal", "box", "turn", "auction", "buyout", "paying", "overbid", "trade", "tie", "donkeys", "end"] as const;
const MASTER = "goal box turn auction buyout paying overbid pedigrees slap rats trade tie rat_trades donkeys two variants end".split(" ");

type Game = "kuhhandel" | "master" | "kuhfstein";

function gameOf(edition: EditionInfo | undefined): Game {
  if (edition !== undefined && "bonus_layout" in edition.rules) return "kuhfstein";
  return edition !== undefined && "pedigree_mode" in edition.rules ? "master" : "kuhhandel";
}

/** Kuhhandel Master has chapters of its own, and shares the others; Kuhfstein shares none. */
function chaptersOf(book: Book, game: Game): readonly (readonly [string, Chapter])[] {
  if (game === "kuhhandel") return CHAPTERS.map((name) => [name, book[name]] as const);
  if (game === "kuhfstein") return Object.entries(book.kuhfstein);
  const { master, kuhfstein: _, ...shared } = book;
  const all: Readonly<Record<string, Chapter>> = { ...shared, ...master };
  return MASTER.flatMap((name) => {
    const chapter = all[name];
    return chapter === undefined ? [] : [[name, chapter] as const];
  });
}

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
  // The first edition of the same game is the one that the chapters are written for.
  const game = gameOf(chosen);
  const usual = editions.find((one) => gameOf(one) === game);
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
            {find(`edition.${chosen.key}.why`)} {chosen !== usual && t("home.book.marked", { edition: find(`edition.${usual?.key}.title`) ?? "" })}
          </p>
        )}
        {book !== null &&
          chaptersOf(book, game).map(([name, chapter]) => {
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
                {name === "box" && game !== "kuhfstein" && (
                  <div className="book-values" aria-hidden="true">
                    {ANIMALS.map((animal) => (
                      <Animal key={animal} animal={animal} mute />
                    ))}
                  </div>
                )}
                {chapter.figure !== undefined && <LandFigure chapter={name} caption={chapter.figure} />}
                <EditionRules chapter={name} edition={chosen} usual={usual} />
              </section>
            );
          })}
        <p className="dialog-note">{t("home.book.all")}</p>
      </main>
    </Page>
  );
}
