/** On the first page: which slow tables wait, what each of them asks, until when, and one tap to it. */
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { TextedWith } from "../i18n/text";
import { spoken } from "../model/table/names";
import type { Me, Snapshot, TablePoster, WaitingTable } from "../protocol/types";
import { Icon } from "../ui/Icon";
import { BellIcon } from "./BellIcon";
import { clearMessages } from "./push";
import { asked, timeLeft, viewOf } from "./question";
import { FILES, useTexts } from "./texts";
import "./NotificationSettings.css";
import "./WaitingTables.css";

/** How many are shown. */
const FEW = 3;
/** With less than this many minutes left, it is urgent. */
const SOON = 6 * 60;

interface Props {
  readonly me: Me;
}

export function WaitingTables({ me }: Props): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Waits me={me} />
    </TextedWith>
  );
}

function Waits({ me }: Props): ReactNode {
  const { t } = useTexts();
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
    <section className="sheet-of-paper posters waits" aria-labelledby="waiting-tables">
      <h2 id="waiting-tables" className="line">
        <BellIcon rings={false} />
        {t("notifications.waiting", { count: waits.length })}
      </h2>
      <ul>
        {known.slice(0, FEW).map(({ poster, wait }) => (
          <Waiting key={poster.table} poster={poster} wait={wait} />
        ))}
      </ul>
      <p className="notifications-go">
        <Link className="btn" href={`/t/${first.table}`}>
          {t("notifications.next")}
        </Link>
      </p>
    </section>
  );
}

function Waiting({ poster, wait: { table, until } }: { readonly poster: TablePoster; readonly wait: WaitingTable }): ReactNode {
  const { t, find, language } = useTexts();
  const [view, setView] = useState<Snapshot | null>(null);
  useEffect(() => {
    let wanted = true;
    viewOf(table).then(
      (found) => wanted && setView(found),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [table]);
  const minutes = until == null ? null : (until * 1000 - Date.now()) / 60_000;
  return (
    <li className="poster">
      <Link className="waits-row" href={`/t/${table}`}>
        <span className="poster-what">
          {/* What it asks comes a little later, into a line that is there. */}
          <b>{view === null ? t("notifications.asks.turn") : asked(view, { t })}</b>
          <small>
            {poster.host === "" ? t("home.landing.no_host") : t("home.landing.host", { name: spoken(poster.host, find) })} · {find(`edition.${poster.edition}.title`) ?? poster.edition}
          </small>
        </span>
        {minutes !== null && (
          <time className="pill waits-left" data-soon={minutes < SOON} dateTime={new Date((until ?? 0) * 1000).toISOString()} title={t("notifications.until", { time: moment(until ?? 0, language) })}>
            <Icon name="hourglass" size={14} /> {timeLeft(minutes, language)}
          </time>
        )}
      </Link>
    </li>
  );
}

/** A time as people say it, in their own time zone. */
function moment(seconds: number, language: string): string {
  return new Date(seconds * 1000).toLocaleString(language, { weekday: "short", hour: "numeric", minute: "2-digit" });
}
