/** The games that were played in this browser: how they ended, the way to watch them again, and what they come to. */
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { gameNamed } from "../../../games";
import { AFTER, type Paths, type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import { TextedWith, useTexts as useAll } from "../../../i18n/text";
import { isStatic } from "../../../net/offline/where";
import { spoken } from "../../../model/table/names";
import { Dialog } from "../../../ui/Dialog";
import { ordinal } from "../../../model/score/score";
import { dayOf } from "../../../i18n/day";
import { forgetPlayed, type Played, playedGames, countedByGame } from "../../../model/score/played";
import type en from "./mine.en.json";
import "../../../widgets/Poster.css";
import "./MyGames.css";

const useTexts = useAll<Paths<typeof en>>;
const FILES: readonly TextFiles[] = [
  AFTER,
  byLanguage(import.meta.glob<TextModule>("./mine.*.json")),
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
      <GameCounts games={games} />
      <ul>
        {games.slice(0, all ? games.length : FIRST).map((game) => (
          <Game key={game.table} {...game} />
        ))}
      </ul>
      <p className="wraps mine-end">
        <small className="posters-said">{t("mine.kept")}</small>
        {isStatic() || (
          <Link className="btn" href="/games">
            {t("mine.more")}
          </Link>
        )}
        {isStatic() || (
          <Link className="btn" href="/g">
            {t("mine.groups")}
          </Link>
        )}
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

function GameCounts({ games }: { readonly games: readonly Played[] }): ReactNode {
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
        {countedByGame(games).map(({ game, games: count, won, best }) => (
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
