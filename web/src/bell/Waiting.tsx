/** On the first page: which slow tables wait, and one tap to the most urgent of them. */
import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { TextedWith } from "../i18n/text";
import type { Me, TablePoster, WaitingTable } from "../protocol/types";
import { Poster } from "../views/landing/Poster";
import { clearMessages } from "./push";
import { FILES, useTexts } from "./texts";
import "./Told.css";

/** How many are shown. */
const FEW = 3;

export function Waiting({ me }: { readonly me: Me }): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Waits me={me} />
    </TextedWith>
  );
}

function Waits({ me }: { readonly me: Me }): ReactNode {
  const { t, language } = useTexts();
  useEffect(() => void clearMessages().catch(() => undefined), []);
  const waits = me.waits ?? [];
  const [first] = waits;
  if (first === undefined) return null;
  const posters = new Map(me.tables.map((poster) => [poster.table, poster]));
  const known = waits.flatMap((wait) => {
    const poster = posters.get(wait.table);
    return poster === undefined ? [] : [{ poster, wait }];
  });
  return (
    <section className="sheet-of-paper posters" aria-labelledby="waiting-tables">
      <h2 id="waiting-tables">{t("bell.waiting", { count: waits.length })}</h2>
      <ul>
        {known.slice(0, FEW).map(({ poster, wait }: { poster: TablePoster; wait: WaitingTable }) => (
          <Poster key={poster.table} poster={poster} action={wait.until == null ? "" : t("bell.until", { time: moment(wait.until, language) })} />
        ))}
      </ul>
      <p className="bell-go">
        <Link className="btn mid-btn" href={`/t/${first.table}`}>
          {t("bell.next")}
        </Link>
      </p>
    </section>
  );
}

/** A time as people say it, in their own time zone. */
function moment(seconds: number, language: string): string {
  return new Date(seconds * 1000).toLocaleString(language, { weekday: "short", hour: "numeric", minute: "2-digit" });
}
