/** A game night on a phone: check-in, the own table, the standings; and what a host does. */
import { type ReactNode, useState } from "react";
import { Link, Redirect } from "wouter";
import { TextedWith } from "../../i18n/text";
import { call } from "../../net/http";
import type { GameNight, RoundTable } from "../../protocol/types";
import { spoken } from "../../model/table/names";
import { Page } from "../../ui/page/Page";
import { Act } from "./Act";
import { useCourse } from "./course";
import { Sure } from "./Sure";
import { Guests } from "./Guests";
import { Standings } from "./Standings";
import { FILES, useTexts } from "./texts";
import { useNight } from "./useNight";
import { inWords } from "./when";
import { useWinners } from "./winners";
import "./NightPage.css";

export interface NightProps {
  readonly code: string;
  readonly night: GameNight;
  readonly onChange: (night: GameNight) => void;
}

export default function NightPage({ code, night }: { readonly code: string; readonly night: string }): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Shown code={code.toLowerCase()} night={night.toLowerCase()} />
    </TextedWith>
  );
}

function Shown({ code, night }: { readonly code: string; readonly night: string }): ReactNode {
  const { t } = useTexts();
  const [found, onChange] = useNight(code, night);
  return (
    <Page title={t("night.title")} back>
      {found === null ? <main className="middle" /> : typeof found === "string" ? <Unknown code={code} reason={found} /> : <Known code={code} night={found} onChange={onChange} />}
    </Page>
  );
}

function Unknown({ code, reason }: { readonly code: string; readonly reason: string }): ReactNode {
  const { t } = useTexts();
  // Whoever came by the code on the screen joins the group first.
  if (reason === "not_member" || reason === "no_session") return <Redirect to={`/g/${code}`} replace />;
  const gone = reason === "no_such_night" || reason === "no_such_group";
  return (
    <main className="middle lost">
      <div className="sheet-of-paper centred">
        <h1>{t(gone ? "night.unknown" : "night.failed")}</h1>
        <Link className="btn" href={`/g/${code}`}>
          {t("night.back")}
        </Link>
      </div>
    </main>
  );
}

function Known(props: NightProps): ReactNode {
  const { t, language } = useTexts();
  const { code, night } = props;
  return (
    <main className="group night">
      <header className="sheet-of-paper column night-head">
        <h1 dir="auto">{night.group}</h1>
        <p>
          {inWords(night.starts, language)} · {t("night.round_count", { count: night.rounds })}
        </p>
        <p className="wraps">
          <Link className="btn" href={`/g/${code}`}>
            {t("night.back")}
          </Link>
          <Link className="btn" href={`/g/${code}/${night.id}/screen`}>
            {t("night.screen")}
          </Link>
        </p>
      </header>
      <div className="group-columns">
        <div>
          {night.stage === "ended" ? <Ended {...props} /> : <You {...props} />}
          {night.stage !== "ended" && night.hosts && <Host {...props} />}
          {night.round > 0 && night.stage !== "ended" && <Tables {...props} />}
        </div>
        <div>
          {night.round > 0 && (
            <section className="sheet-of-paper group-part" aria-labelledby="night-standings">
              <h2 id="night-standings">{t("night.standings")}</h2>
              <Standings night={night} />
              <p>{t("night.points_why")}</p>
            </section>
          )}
          {night.stage !== "ended" && <Guests {...props} />}
        </div>
      </div>
    </main>
  );
}

function Ended({ night }: NightProps): ReactNode {
  const { t } = useTexts();
  return (
    <section className="sheet-of-paper centred group-part">
      <h2>{useWinners(night)}</h2>
      <ol className="night-podium">
        {night.standings
          .filter(({ place, total }) => place <= 3 && total > 0)
          .map((one, at) => (
            <li key={at}>
              {one.place === 1 && <img src="/art/trophy.svg" alt="" width="40" height="40" />}
              <b dir="auto">{one.name}</b>
              <span>{t("night.total", { count: one.total })}</span>
            </li>
          ))}
      </ol>
    </section>
  );
}

/** What you do: check in, go to your table, or go home. */
function You({ code, night, onChange }: NightProps): ReactNode {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const say = (state: "here" | "gone") => async (): Promise<void> =>
    call("POST /api/groups/{code}/nights/{night}/guests", { state }, { code, night: night.id }).then(onChange);
  const table = night.tables.find((one) => one.yours && !one.over);
  if (night.you !== "here") {
    return (
      <section className="sheet-of-paper centred group-part">
        {night.you === "gone" && <p>{t("night.went")}</p>}
        <Act label={t("night.arrive")} className={`btn mid-btn ${night.hosts && night.round > 0 ? "" : "btn--go"}`} act={say("here")} />
      </section>
    );
  }
  return (
    <section className="sheet-of-paper centred group-part" role="status">
      {table === undefined ? (
        <p>{t(night.round > 0 && !night.over ? "night.late" : "night.arrived")}</p>
      ) : (
        <>
          <h2 className="night-table-number">
            <small>{t("night.your_table")}</small> {table.number}
          </h2>
          <Names table={table} />
          <Link className="btn btn--go mid-btn" href={`/t/${table.table}`}>
            {t("night.sit", { number: table.number })}
          </Link>
        </>
      )}
      <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t("night.go")}
      </button>
      {asked && <Sure title={t("night.go")} why={t("night.go_why")} yes={t("night.go_yes")} act={say("gone")} onClose={() => setAsked(false)} />}
    </section>
  );
}

function Host({ code, night, onChange }: NightProps): ReactNode {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const [series, setSeries] = useState(false);
  const here = night.guests.filter(({ state }) => state === "here").length;
  const at = { code, night: night.id };
  const next = night.round + 1;
  const ready = night.over && next <= night.rounds;
  const begun = night.round > 0;
  const begin = async (): Promise<void> => call("POST /api/groups/{code}/nights/{night}/rounds", { round: next }, at).then(onChange);
  const end = async (): Promise<void> => call("POST /api/groups/{code}/nights/{night}/end", { series }, at).then(onChange);
  const what = begun ? "end" : "call_off";
  return (
    <section className="sheet-of-paper group-part">
      <h2>{t("night.here", { count: here })}</h2>
      {ready ? (
        <>
          <Act label={t("night.start", { round: next })} className={`btn mid-btn ${night.you === "here" ? "btn--go" : ""}`} disabled={here === 0} act={begin} />
          <p>{t("night.start_why")}</p>
        </>
      ) : (
        <p>{t(night.round < night.rounds ? "night.wait" : "night.last", { round: night.round })}</p>
      )}
      <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t(`night.${what}`)}
      </button>
      {asked && (
        <Sure title={t(`night.${what}`)} why={t(`night.${what}_why`)} yes={t(`night.${what}_yes`)} act={end} onClose={() => setAsked(false)}>
          {night.every > 0 && (
            <label className="line">
              <input type="checkbox" checked={series} onChange={(event) => setSeries(event.target.checked)} />
              {t("night.series_too")}
            </label>
          )}
        </Sure>
      )}
    </section>
  );
}

function Names({ table }: { readonly table: RoundTable }): ReactNode {
  const { t, find, language } = useTexts();
  const names = table.names.map((name) => spoken(name, find));
  const bots = table.bots === 0 ? [] : [t("night.bots", { count: table.bots })];
  return <span dir="auto">{new Intl.ListFormat(language).format([...names, ...bots])}</span>;
}

function Tables({ night }: NightProps): ReactNode {
  const { t } = useTexts();
  const course = useCourse();
  return (
    <section className="sheet-of-paper group-part" aria-labelledby="night-tables">
      <h2 id="night-tables">{t("night.round", { round: night.round })}</h2>
      <ul className="group-tables">
        {night.tables.map((table) => (
          <li key={table.table} className="group-table">
            <div>
              <b>{t("night.table", { number: table.number })}</b>
              <small>
                <Names table={table} />
              </small>
            </div>
            <span className="pill">{course(table)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
