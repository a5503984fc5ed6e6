/** A game night on a big screen: who is here, who sits where, the standings, the podium. */
import { type CSSProperties, type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { TextedWith } from "../../i18n/text";
import { AFTER } from "../../i18n/catalogue";
import type { GameNight } from "../../protocol/types";
import { spoken } from "../../model/table/names";
import { useOwnAddress } from "../../model/opening/useOwnAddress";
import { portrait } from "../../model/table/portrait";
import { seatColour } from "../../ui/Shape";
import { useWakeLock } from "../../ui/useWakeLock";
import { QrCode } from "../../widgets/QrCode";
import { FILES as SCREEN } from "../screen/texts";
import { ScreenFrame } from "../screen/ScreenFrame";
import { useCourse } from "./course";
import { Standings } from "./Standings";
import { FILES as NIGHT, useTexts } from "./texts";
import { useNight } from "./useNight";
import { useWinners } from "./winners";
import "../../widgets/screen/Seated.css";
import "../screen/Podium.css";
import "./NightPage.css";
import "./NightScreen.css";

const FILES = [AFTER, ...SCREEN, ...NIGHT];
/** How many fit on a screen. */
const SHOWN = 10;
const STEPS = 3;

interface Props {
  readonly code: string;
  readonly night: string;
}

export default function NightScreen({ code, night }: Props): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Shown code={code.toLowerCase()} night={night.toLowerCase()} />
    </TextedWith>
  );
}

function Shown({ code, night }: Props): ReactNode {
  const { t } = useTexts();
  const [found] = useNight(code, night);
  const title = `${t("night.title")} · ${t("home.title")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useWakeLock();
  if (found === null) return null;
  if (typeof found === "string") {
    return (
      <main className="middle lost">
        <div className="sheet-of-paper centred">
          <h1>{t("night.failed")}</h1>
          <Link className="btn" href={`/g/${code}`}>
            {t("night.back")}
          </Link>
        </div>
      </main>
    );
  }
  if (found.stage === "ended") return <Ended night={found} />;
  return found.round === 0 ? <BeforeFirstRound code={code} night={found} /> : <Running night={found} />;
}

function TvPerson({ number, name }: { readonly number: number | null; readonly name: string }): ReactNode {
  const { find } = useTexts();
  return (
    <>
      <span className="middle tv-face" style={{ "--pc": seatColour(number ?? 0) } as CSSProperties}>
        <img src={portrait(undefined, number ?? 0)} alt="" />
      </span>
      <b className="line tv-name">
        <span dir="auto">{spoken(name, find)}</span>
      </b>
    </>
  );
}

function BeforeFirstRound({ code, night }: { readonly code: string; readonly night: GameNight }): ReactNode {
  const { t } = useTexts();
  const here = night.guests.filter(({ state }) => state === "here");
  const link = `${useOwnAddress()}/g/${code}/${night.id}`;
  return (
    <ScreenFrame title={night.group} aside={<b className="tv-edition">{t("night.round_count", { count: night.rounds })}</b>} news={t("night.here", { count: here.length })} more={t("night.points_why")}>
      <div className="night-tv night-tv-check">
        <section className="night-tv-code">
          <QrCode text={link} name={t("night.check_in")} />
          <p>{t("night.check_in")}</p>
        </section>
        <ul className="night-tv-people">
          {night.guests
            .filter(({ state }) => state === "here" || state === "coming")
            .map((one) => (
              <li key={one.number} data-state={one.state}>
                <TvPerson number={one.number} name={one.name} />
                <span>{t(`night.state.${one.state}`)}</span>
              </li>
            ))}
        </ul>
      </div>
    </ScreenFrame>
  );
}

function Running({ night }: { readonly night: GameNight }): ReactNode {
  const { t, find, language } = useTexts();
  const course = useCourse();
  const names = (all: readonly string[], bots: number): string =>
    new Intl.ListFormat(language).format([...all.map((name) => spoken(name, find)), ...(bots === 0 ? [] : [t("night.bots", { count: bots })])]);
  return (
    <ScreenFrame
      title={night.group}
      aside={<b className="tv-edition">{t("night.round", { round: `${String(night.round)}/${String(night.rounds)}` })}</b>}
      news={night.over ? t("night.here", { count: night.guests.filter(({ state }) => state === "here").length }) : t("night.find_table", { round: night.round })}
      more={t("night.points_why")}
    >
      <div className="night-tv">
        <section aria-labelledby="tv-standings">
          <h2 id="tv-standings">{t("night.standings")}</h2>
          <Standings night={night} most={SHOWN} />
        </section>
        <ul className="night-tv-tables">
          {night.tables.map((table) => (
            <li key={table.table}>
              <b>{t("night.table", { number: table.number })}</b>
              <span>{course(table)}</span>
              <p dir="auto">{names(table.names, table.bots)}</p>
            </li>
          ))}
        </ul>
      </div>
    </ScreenFrame>
  );
}

function Ended({ night }: { readonly night: GameNight }): ReactNode {
  const { t } = useTexts();
  const place = ({ number, name, place: rank, total }: GameNight["standings"][number], at: number): ReactNode => (
    <li key={at}>
      {rank === 1 && total > 0 && at < STEPS && <img className="tv-cup" src="/art/trophy.svg" alt="" />}
      <TvPerson number={number} name={name} />
      <div className="tv-step">
        <i data-first={rank === 1}>{rank}</i>
        <strong>{total}</strong>
      </div>
    </li>
  );
  return (
    <ScreenFrame title={night.group} news={useWinners(night)} more={t("night.ended")}>
      <div className="tv-end">
        <ol className="tv-podium">{night.standings.slice(0, STEPS).map(place)}</ol>
        {night.standings.length > STEPS && (
          <ol className="tv-others" start={STEPS + 1}>
            {night.standings.slice(STEPS, SHOWN).map((one, at) => place(one, at + STEPS))}
          </ol>
        )}
      </div>
    </ScreenFrame>
  );
}
