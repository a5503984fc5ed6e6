/** The score track: where everybody stands, and the bonus fields on the way. */
import type { CSSProperties, ReactNode } from "react";
import { seatColour, Shape } from "../../../ui/Shape";
import { useTexts } from "../texts";
import { useTable } from "../../../model/table/context";
import { useLabels } from "../../../model/table/said";
import { BonusArt } from "../drawings";
import { useKuhfstein } from "../view";
import "./Track.css";

/** Markers that stand closer than this hide one another. */
const CLOSE = 3;

/** By how many places each marker steps aside, where several stand close together; null for one that stands alone. */
export function asidesOf(scores: readonly number[], end: number): readonly (number | null)[] {
  const order = scores.map((_, seat) => seat).toSorted((one, other) => (scores[one] ?? 0) - (scores[other] ?? 0) || one - other);
  const crowds: number[][] = [];
  for (const seat of order) {
    const crowd = crowds.at(-1);
    const last = crowd?.at(-1);
    if (crowd !== undefined && last !== undefined && (scores[seat] ?? 0) - (scores[last] ?? 0) < CLOSE) crowd.push(seat);
    else crowds.push([seat]);
  }
  const asides: (number | null)[] = scores.map(() => null);
  for (const crowd of crowds) {
    if (crowd.length === 1) continue;
    const first = scores[crowd[0] ?? 0] ?? 0;
    // At the ends of the rail there is room on one side only.
    const before = first < 2 * CLOSE ? 0 : first > end - 2 * CLOSE ? crowd.length - 1 : (crowd.length - 1) / 2;
    // Whoever has more stands further right of their own accord: only the rest of the way is stepped aside.
    crowd.forEach((seat, place) => {
      asides[seat] = place - before;
    });
  }
  return asides;
}

export function Track(): ReactNode {
  const { t } = useTexts();
  const names = useLabels();
  const you = useTable((state) => state.you);
  const threshold = useKuhfstein((view) => view.threshold);
  const track = useKuhfstein((view) => view.track);
  const seats = useKuhfstein((view) => view.seats);
  // Whoever has gone past the end keeps walking: the rail is as long as the longest way.
  const end = Math.max(threshold, ...seats.map((seat) => seat.score));
  const along = (points: number): string => `${1.4 + (points * 97.2) / end}%`;
  const at = (points: number): CSSProperties => ({ left: along(points) });
  const asides = asidesOf(seats.map((seat) => seat.score), end);
  return (
    <div className="track" role="group" aria-label={t("kuhfstein.track.title", { count: threshold })}>
      <div className="rail">
        {Array.from({ length: end + 1 }, (_, points) => (
          <i key={points} className={points % 10 === 0 || points === threshold ? "ten" : ""} style={at(points)} aria-hidden="true">
            {(points % 10 === 0 || points === threshold) && <small>{points}</small>}
          </i>
        ))}
        {track.map(({ position, bonus }, field) => {
          const name = t("kuhfstein.track.field", { points: position, bonus: t(`bonus.${bonus}`) });
          const done = you !== null && field < (seats[you]?.reached ?? 0);
          return (
            <span key={position} className={`middle bonus-field ${done ? "done" : ""}`} style={at(position)} role="img" aria-label={name} title={name}>
              <BonusArt bonus={bonus} />
            </span>
          );
        })}
        {seats.map(({ score }, seat) => {
          const name = t("kuhfstein.track.stands", { seat: names[seat] ?? "", count: score });
          return (
            <span
              key={names[seat]}
              className={`line marker ${seat === you ? "own" : ""} ${asides[seat] === null ? "" : "crowd"}`}
              style={{ "--x": along(score), "--pc": seatColour(seat), "--aside": asides[seat] ?? 0 } as CSSProperties}
              role="img"
              aria-label={name}
              title={name}
              data-seat={seat}
              data-score={score}
            >
              <Shape seat={seat} />
              <b>{score}</b>
            </span>
          );
        })}
      </div>
    </div>
  );
}
