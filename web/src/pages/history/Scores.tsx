/** The latest scores of a kind of game as a plot, with the mean of five, and the same as a table. */
import { type ReactNode, useId } from "react";
import type { GameStatistics } from "../../protocol/types";
import { ticks } from "../../model/score/plot";
import { meansOfFive } from "./sums";
import { useTexts } from "./texts";
import "./Scores.css";

const WIDTH = 360;
const HEIGHT = 170;
const LEFT = 50;
const RIGHT = 12;
const EDGE = 14;
const SIGN = 5;

export function Scores({ game, scores }: GameStatistics): ReactNode {
  const { t, find, language } = useTexts();
  const id = useId();
  const name = find(`home.games.${game}.title`) ?? game;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const points = scores.map((score) => score.points);
  const values = ticks(Math.max(...points, 1));
  const top = values.at(-1) ?? 1;
  const x = (place: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * (place + 0.5)) / scores.length;
  const y = (value: number): number => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * Math.max(value, 0)) / top;
  const means = meansOfFive(scores);
  const mean = points.reduce((sum, value) => sum + value, 0) / points.length;
  const why = t("history.scores_why", { from: number.format(Math.min(...points)), to: number.format(Math.max(...points)), mean: number.format(mean) });
  return (
    <figure className="scores-plot">
      <figcaption id={id}>{t("history.scores", { count: scores.length, game: name })}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id} aria-describedby={`${id}d`}>
        <desc id={`${id}d`}>{why}</desc>
        {values.map((value) => (
          <g key={value}>
            <path className="scores-grid" d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 8} y={y(value) + 5} textAnchor="end">
              {number.format(value)}
            </text>
          </g>
        ))}
        <path className="scores-mean" d={`M${means.map((value, place) => `${x(place)} ${y(value)}`).join("L")}`} />
        {scores.map((score, place) =>
          score.won ? (
            <path key={place} className="scores-won" d={`M${x(place)} ${y(score.points) - SIGN - 2}l${SIGN + 2} ${SIGN + 2}l${-SIGN - 2} ${SIGN + 2}l${-SIGN - 2} ${-SIGN - 2}z`} />
          ) : (
            <circle key={place} className="scores-lost" cx={x(place)} cy={y(score.points)} r={SIGN} />
          ),
        )}
      </svg>
      <ul className="places-key" aria-hidden="true">
        <li>
          <i className="key-won" /> {t("history.won_only")}
        </li>
        <li>
          <i className="key-lost" /> {t("history.lost")}
        </li>
        <li>
          <i className="key-mean" /> {t("history.mean_of_five")}
        </li>
      </ul>
      <details>
        <summary>{t("history.as_table")}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("history.game")}</th>
              <th scope="col">{t("history.points")}</th>
              <th scope="col">{t("history.result")}</th>
            </tr>
          </thead>
          <tbody>
            {scores.map((score, place) => (
              <tr key={place}>
                <th scope="row">{place + 1}</th>
                <td>{number.format(score.points)}</td>
                <td>{t(score.won ? "history.won_only" : "history.lost")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
