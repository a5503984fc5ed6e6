/** The games that were played in this browser: how they ended, the way to watch them again, and what they come to. */
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { gameNamed } from "../../games";
import { AFTER, type Paths, type TextFiles } from "../../i18n/catalogue";
import { TextedWith, useTexts as useAll } from "../../i18n/text";
import { spoken } from "../../table/names";
import { Dialog } from "../../ui/Dialog";
import { ordinal } from "../score/score";
import { dayOf } from "./day";
import { forgetPlayed, type Played, playedGames, tallied } from "./played";
import type en from "./mine.en.json";
import "../landing/Poster.css";
import "./MyGames.css";

const useTexts = useAll<Paths<typeof en>>;
const FILES: readonly TextFiles[] = [
  AFTER,
  { en: () => import("./mine.en.json"), de: () => import("./mine.de.json"), ru: () => import("./mine.ru.json") },
];
/** How many are shown at first. */
const FIRST = 3;

export default function MyGames(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Games />
    </TextedWith>
  );
}

function Games(): ReactNode {
  const { t } = useTexts();
  const [games, setGames] = useState(playedGames);
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState(false);
  if (games.length === 0) return null;
  const forget = (): void => {
    forgetPlayed();
    setGames([]);
  };
  return (
    <section className="sheet-of-paper posters mine" aria-labelledby="my-games">
      <h2 id="my-games">{t("mine.title")}</h2>
      <Tallies games={games} />
      <ul>
        {games.slice(0, all ? games.length : FIRST).map((game) => (
          <Game key={game.table} {...game} />
        ))}
      </ul>
      <p className="wraps mine-end">
        <small className="posters-said">{t("mine.kept")}</small>
        <Link className="btn" href="/games">
          {t("mine.more")}
        </Link>
        {!all && games.length > FIRST && (
          <button type="button" className="btn" onClick={() => setAll(true)}>
            {t("mine.all", { count: games.length })}
          </button>
        )}
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t("mine.forget")}
        </button>
      </p>
      {asking && (
        <Dialog title={t("mine.forget_title")} onClose={() => setAsking(false)}>
          <p>{t("mine.forget_why")}</p>
          <p className="wraps mine-end">
            <button type="button" className="btn" onClick={forget}>
              {t("mine.forget_yes")}
            </button>
            <button type="button" className="btn btn--go" onClick={() => setAsking(false)}>
              {t("mine.forget_no")}
            </button>
          </p>
        </Dialog>
      )}
    </section>
  );
}

function Tallies({ games }: { readonly games: readonly Played[] }): ReactNode {
  const { t, find, language } = useTexts();
  const number = new Intl.NumberFormat(language);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("mine.game")}</th>
          <th scope="col">{t("mine.games")}</th>
          <th scope="col">{t("mine.won")}</th>
          <th scope="col">{t("mine.best")}</th>
        </tr>
      </thead>
      <tbody>
        {tallied(games).map(({ game, games: count, won, best }) => (
          <tr key={game}>
            <th scope="row">{find(`home.games.${game}.title`) ?? game}</th>
            <td>{number.format(count)}</td>
            <td>{number.format(won)}</td>
            <td>{number.format(best)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Game({ table, game, at, rank, all, points, won, others }: Played): ReactNode {
  const { t, find, language } = useTexts();
  const names = new Intl.ListFormat(language).format(others.map((name) => spoken(name, find)));
  const place = won ? t("mine.you_won") : t("mine.place", { place: ordinal(rank, t), all });
  return (
    <li className="poster">
      <Link href={`/t/${table}/replay`}>
        <span className="line">
          <img src={gameNamed(game)?.poster.icon ?? "/art/cow-face.svg"} alt="" width="36" height="36" />
          <span className="poster-what">
            <b>
              {find(`home.games.${game}.title`) ?? game} · {place}
            </b>
            <small>
              {t("mine.others", { names })} · {dayOf(at, Date.now(), language)}
            </small>
          </span>
        </span>
        <span className="pill">
          {won && <img src="/art/trophy.svg" alt="" width="16" height="16" />} {new Intl.NumberFormat(language).format(points)}
        </span>
        <span className="poster-go">{t("mine.watch")}</span>
      </Link>
    </li>
  );
}
