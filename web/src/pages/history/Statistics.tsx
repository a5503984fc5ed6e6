/** What one's games come to: figures, places, and the latest scores of a kind. */
import { type ReactNode, useId } from "react";
import { gameNamed } from "../../games";
import type { Figure } from "../../model/game/game";
import { useLoaded } from "../../model/game/useLoaded";
import { TextedWith } from "../../i18n/text";
import type { GameStatistics, Statistics as Answer } from "../../protocol/types";
import { Scores } from "./Scores";
import { summed } from "./sums";
import { useTexts } from "./texts";
import "./Statistics.css";

const PLACES = ["first", "second", "third", "below"] as const;

interface TileProps {
  readonly value: string;
  readonly beside?: string | undefined;
  readonly label: string;
}

function Tile({ value, beside, label }: TileProps): ReactNode {
  return (
    <div className="figure-tile">
      <dt>{label}</dt>
      <dd>
        {value} {beside !== undefined && <small>{beside}</small>}
      </dd>
    </div>
  );
}

interface FigureProps {
  readonly figure: Figure;
  readonly kind: GameStatistics;
}

function OwnFigure({ figure, kind }: FigureProps): ReactNode {
  const { t, find, language } = useTexts();
  const number = figure.value(kind);
  const value = Number.isNaN(number) ? "–" : new Intl.NumberFormat(language, { maximumFractionDigits: figure.digits ?? 0 }).format(number);
  const beside = figure.of === undefined ? undefined : t("history.of", { count: figure.of(kind) });
  return <Tile value={value} beside={beside} label={find(figure.text) ?? ""} />;
}

function OwnFigures({ kind }: { readonly kind: GameStatistics }): ReactNode {
  const own = useLoaded(gameNamed(kind.game)?.figures);
  if (own === null) return null;
  return (
    <TextedWith files={own.files}>
      {own.figures.map((figure) => (
        <OwnFigure key={figure.text} figure={figure} kind={kind} />
      ))}
    </TextedWith>
  );
}

function Places({ game, games, places }: GameStatistics): ReactNode {
  const { t, find } = useTexts();
  const id = useId();
  const name = find(`home.games.${game}.title`) ?? game;
  const [first = 0, second = 0, third = 0, below = 0] = places;
  return (
    <div className="places-of">
      <p id={id}>
        <b>{name}</b> <span>{t("history.count", { count: games })}</span>
      </p>
      <div className="places-bar" role="img" aria-label={t("history.places_why", { game: name, first, second, third, below })}>
        {places.map((count, place) =>
          count === 0 ? null : (
            <span key={PLACES[place]} className={`middle place-${PLACES[place]}`} style={{ flexGrow: count }}>
              {count}
            </span>
          ),
        )}
      </div>
    </div>
  );
}

interface Props {
  readonly answer: Answer;
  /** The kind that is looked at; null: all. */
  readonly kind: string | null;
}

export function Statistics({ answer, kind }: Props): ReactNode {
  const { t, language } = useTexts();
  const kinds = answer.games.filter(({ game }) => kind === null || game === kind);
  const all = summed(kinds);
  if (all === null) return null;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  const [only] = kinds.length === 1 ? kinds : [];
  return (
    <section className="sheet-of-paper history-sheet" aria-labelledby="history-statistics">
      <h2 id="history-statistics">{t("history.statistics")}</h2>
      <dl className="figure-tiles">
        <Tile value={number.format(all.games)} label={t("history.games")} />
        <Tile value={number.format(all.won)} beside={percent.format(all.won / all.games)} label={t("history.won")} />
        {only !== undefined && <Tile value={number.format(only.points / only.games)} label={t("history.mean")} />}
        {only !== undefined && <OwnFigures kind={only} />}
      </dl>
      <h3>{t("history.places")}</h3>
      {kinds.map((one) => (
        <Places key={one.game} {...one} />
      ))}
      <ul className="places-key" aria-hidden="true">
        {PLACES.map((place) => (
          <li key={place}>
            <i className={`place-${place}`} /> {t(`history.${place}`)}
          </li>
        ))}
      </ul>
      {kinds.map((one) => one.scores.length > 1 && <Scores key={one.game} {...one} />)}
      <p>
        <small>{t("history.of_the_last", { count: answer.counted })}</small>
      </p>
    </section>
  );
}
