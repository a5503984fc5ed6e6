/** The rules in our own words, and what each edition makes of the points that are open. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { gameOfEdition } from "../../games";
import type { Chapter, RuleBook } from "../../model/game/game";
import { useLoaded } from "../../model/game/useLoaded";
import { TextedWith, useTexts } from "../../i18n/text";
import { RULE_TEXTS } from "../../model/table/ruleBook";
import type { EditionInfo } from "../../protocol/types";
import { Page } from "../../ui/page/Page";
import { EditionRules } from "./EditionRules";
import { useEditions } from "../../net/useFetched";
import "./RulesPage.css";

type Chapters = readonly (readonly [name: string, chapter: Chapter])[];

/** The chapters of a book in the language of the page; none until they are there. */
function useChapters(book: RuleBook | null): Chapters {
  const { language } = useTexts();
  const [chapters, setChapters] = useState<Chapters>([]);
  useEffect(() => {
    if (book === null) return undefined;
    let wanted = true;
    void Promise.all(book.chapters.map(async (files) => files[language]())).then((files) => {
      const all = Object.assign({}, ...files.map((file) => file.default)) as Readonly<Record<string, Chapter>>;
      const names = book.order ?? Object.keys(all);
      if (wanted) setChapters(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]] as const])));
    });
    return () => {
      wanted = false;
    };
  }, [book, language]);
  return chapters;
}

interface SectionProps {
  readonly chapter: Chapter;
  readonly children: ReactNode;
}

function Section({ chapter, children }: SectionProps): ReactNode {
  return (
    <section>
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
      {children}
    </section>
  );
}

interface BookProps {
  readonly editions: readonly EditionInfo[];
  readonly chosen: EditionInfo;
}

function Book({ editions, chosen }: BookProps): ReactNode {
  const { t, find } = useTexts();
  const game = gameOfEdition(chosen);
  const book = useLoaded(game?.rules);
  const chapters = useChapters(book);
  // The first edition of the same game is the one that the chapters are written for.
  const usual = editions.find((one) => gameOfEdition(one) === game);
  return (
    <>
      <p>
        {find(`edition.${chosen.key}.why`)} {chosen !== usual && t("home.book.marked", { edition: find(`edition.${usual?.key}.title`) ?? "" })}
      </p>
      {book !== null &&
        chapters.map(([name, chapter]) => (
          <Section key={name} chapter={chapter}>
            <book.Figure chapter={name} caption={chapter.figure} />
            <EditionRules chapter={name} edition={chosen} usual={usual} />
          </Section>
        ))}
    </>
  );
}

/** The page of an edition is /rules/ and its key; without a key it is the first one's. */
export default function RulesPage(): ReactNode {
  const { t, find } = useTexts();
  const [path] = useLocation();
  const edition = path.replace(/^\/rules\/?/, "");
  const editions = useEditions() ?? [];
  const chosen = editions.find(({ key }) => key === edition) ?? editions[0];
  const tabs = useRef<HTMLElement>(null);
  // On a phone the editions are a row that scrolls.
  useEffect(() => {
    tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [chosen?.key]);
  return (
    <Page title={t("home.book.title")} back>
      <main className="sheet-of-paper book">
        <h1>{t("home.book.title")}</h1>
        <nav ref={tabs} className="wraps book-tabs" aria-label={t("home.book.editions")}>
          {editions.map(({ key }) => (
            <Link key={key} href={`/rules/${key}`} {...(key === chosen?.key ? { "aria-current": "page" } : {})}>
              {find(`edition.${key}.title`) ?? key}
            </Link>
          ))}
        </nav>
        {chosen !== undefined && (
          <TextedWith files={RULE_TEXTS}>
            <Book key={gameOfEdition(chosen)?.name} editions={editions} chosen={chosen} />
          </TextedWith>
        )}
        <p className="dialog-note">{t("home.book.all")}</p>
      </main>
    </Page>
  );
}
