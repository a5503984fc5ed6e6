/** The reckoning of Kuhfstein: the track, a goal, and what breaks a tie. */
import type { ReactNode } from "react";
import { useTexts } from "../texts";
import { progressOf } from "../players/progress";
import type { KuhfsteinView, KuhfsteinScore, OverView } from "../../../protocol/types";
import type { Row } from "../../../model/score/score";

interface GoalProps {
  readonly view: KuhfsteinView;
  readonly seat: number;
  readonly score: KuhfsteinScore;
}

function Goal({ view, seat, score: { goal, goal_points: points } }: GoalProps): ReactNode {
  const { t, find } = useTexts();
  const progress = progressOf(view.seats[seat], goal);
  const how = goal.startsWith("most_") ? "kuhfstein.sheet.most" : "kuhfstein.sheet.has";
  return (
    <span className="score-goal" data-met={points > 0}>
      <b>{points > 0 ? `+${points}` : "–"}</b>
      <small>
        {find(`goal.${goal}`) ?? goal}
        {progress !== null && ` (${t(how, { have: progress.have, need: progress.need })})`}
      </small>
    </span>
  );
}

const NAMES = ["track", "goal", "total", "tiles"] as const;

export function useScoreRows(view: KuhfsteinView, { scores }: OverView): readonly Row[] {
  const { t, language } = useTexts();
  const number = new Intl.NumberFormat(language);
  const totals = scores.map(({ total }) => total);
  const tied = new Set(totals).size < totals.length;
  const cells: Readonly<Record<(typeof NAMES)[number], (score: KuhfsteinScore, seat: number) => ReactNode>> = {
    track: (score) => <b>{number.format(score.track)}</b>,
    goal: (score, seat) => <Goal view={view} seat={seat} score={score} />,
    total: (score) => <b className="score-total">{number.format(score.total)}</b>,
    tiles: (score) => <b>{number.format(score.tiles)}</b>,
  };
  // Tiles are only asked for where points do not decide.
  return NAMES.filter((name) => name !== "tiles" || tied).map((name) => ({
    name,
    title: t(`kuhfstein.sheet.${name}.title`),
    why: t(`kuhfstein.sheet.${name}.why`),
    cell: (seat) => {
      const score = scores[seat];
      return score !== undefined && cells[name](score, seat);
    },
  }));
}
