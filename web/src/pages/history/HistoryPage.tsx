/** All the games that somebody has finished: filters, figures, head to head, and the list. */
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Link } from "wouter";
import { gameNamed } from "../../games";
import { TextedWith } from "../../i18n/text";
import { call } from "../../net/http";
import type { FinishedGame, Search, Statistics as Answer } from "../../protocol/types";
import { spoken } from "../../model/table/names";
import { dayOf } from "../../i18n/day";
import { Page } from "../../ui/page/Page";
import { ordinal } from "../../model/score/score";
import { Rivals } from "./Rivals";
import { Statistics } from "./Statistics";
import { FILES, useTexts } from "./texts";
import { useGames } from "./useGames";
import "../../widgets/Poster.css";
import "./HistoryPage.css";

/** Null: on its way. Undefined: it cannot be had. */
function useStatistics(): Answer | null | undefined {
  const [answer, setAnswer] = useState<Answer | null | undefined>(null);
  useEffect(() => {
    let wanted = true;
    call("GET /api/statistics").then(
      (found) => wanted && setAnswer(found),
      () => wanted && setAnswer(undefined),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return answer;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, choices, onChoose }: ChoiceProps): ReactNode {
  return (
    <label className="history-choice">
      {label}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Game({ table, at, game, place, seats, points, won, opponents }: FinishedGame): ReactNode {
  const { t, find, language } = useTexts();
  const names = opponents.map(({ name }) => (name === "" ? t("history.somebody") : spoken(name, find)));
  const said = won ? t("history.you_won") : t("history.place", { place: ordinal(place, t), all: seats });
  const title = find(`home.games.${game}.title`) ?? game;
  return (
    <li className="poster">
      <Link href={`/t/${table}/replay`}>
        <span className="line">
          <img src={gameNamed(game)?.poster.icon ?? "/art/cow-face.svg"} alt="" width="36" height="36" />
          <span className="poster-what">
            <b>
              {title} · {said}
            </b>
            <small>
              {t("history.others", { names: new Intl.ListFormat(language).format(names) })}
              {at > 0 && ` · ${dayOf(at * 1000, Date.now(), language)}`}
            </small>
          </span>
        </span>
        <span className="pill">
          {won && <img src="/art/trophy.svg" alt="" width="16" height="16" />} {new Intl.NumberFormat(language).format(points)}
        </span>
        <span className="poster-go">{t("history.watch")}</span>
      </Link>
    </li>
  );
}

function List({ search }: { readonly search: Search }): ReactNode {
  const { t } = useTexts();
  const { games, more, goOn } = useGames(search);
  return (
    <section className="sheet-of-paper history-sheet posters" aria-labelledby="history-list">
      <h2 id="history-list">{t("history.list")}</h2>
      <p className="notice" role="status">
        {games === undefined ? t("history.failed") : games?.length === 0 ? t("history.none") : ""}
      </p>
      <ul>
        {games?.map((game) => (
          <Game key={game.table} {...game} />
        ))}
      </ul>
      {more && (
        <button type="button" className="btn history-older" onClick={goOn}>
          {t("history.older")}
        </button>
      )}
    </section>
  );
}

function GameList({ answer }: { readonly answer: Answer }): ReactNode {
  const { t, find } = useTexts();
  const [kind, setKind] = useState("");
  const [rival, setRival] = useState("");
  const [since, setSince] = useState("");
  const [won, setWon] = useState("");
  const search = useMemo<Search>(
    () => ({
      game: kind === "" ? null : kind,
      rival: rival === "" ? null : rival,
      since: since === "" ? null : new Date(new Date().getFullYear(), 0, 1).getTime() / 1000,
      won: won === "" ? null : won === "won",
    }),
    [kind, rival, since, won],
  );
  const kinds = answer.games.map(({ game }) => [game, find(`home.games.${game}.title`) ?? game] as const);
  return (
    <>
      <form className="sheet-of-paper history-sheet history-filters" onSubmit={(event) => event.preventDefault()}>
        <Choice label={t("history.kind")} value={kind} choices={[["", t("history.all")], ...kinds]} onChoose={setKind} />
        <Choice label={t("history.with")} value={rival} choices={[["", t("history.anybody")], ...answer.rivals.map(({ key, name }) => [key, spoken(name, find)] as const)]} onChoose={setRival} />
        <Choice label={t("history.when")} value={since} choices={[["", t("history.ever")], ["year", t("history.year")]]} onChoose={setSince} />
        <Choice label={t("history.result")} value={won} choices={[["", t("history.any")], ["won", t("history.won_only")], ["lost", t("history.not_won")]]} onChoose={setWon} />
      </form>
      <div className="history-columns">
        <Statistics answer={answer} kind={kind === "" ? null : kind} />
        <div>
          <Rivals rivals={answer.rivals} />
          <List search={search} />
        </div>
      </div>
    </>
  );
}

function Shown(): ReactNode {
  const { t } = useTexts();
  const answer = useStatistics();
  return (
    <Page title={t("history.title")} back>
      <main className="history">
        <h1>{t("history.title")}</h1>
        {answer === null ? null : answer === undefined ? (
          <p className="sheet-of-paper history-sheet">{t("history.unknown")}</p>
        ) : answer.counted === 0 ? (
          <p className="sheet-of-paper history-sheet">{t("history.empty")}</p>
        ) : (
          <GameList answer={answer} />
        )}
      </main>
    </Page>
  );
}

export default function HistoryPage(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Shown />
    </TextedWith>
  );
}
