/** What Kuhhandel shows when a game is over. */
import type { ReactNode } from "react";
import { useTable } from "../../../model/table/context";
import type { EndedView } from "../../../protocol/types";
import type { Row, Score as Reckoned } from "../../../model/score/score";
import type { AfterGame, CourseWords, Highlights, Load } from "../../../model/game/game";
import { counted, useScoreRows } from "./scoreRows";
import { useTexts } from "../texts";
import { type KuhhandelView, kuhhandelView } from "../view";

export const course: CourseWords = {
  title: "kuhhandel.course.title",
  measures: [
    { measure: "money", title: "kuhhandel.course.money", why: "kuhhandel.course.money_why" },
    { measure: "herds", title: "kuhhandel.course.herds", why: "kuhhandel.course.herds_why" },
  ],
  cell: "kuhhandel.course.cell",
  milestones: [
    { mark: "donkey", title: "kuhhandel.course.when.donkey" },
    { mark: "quartet", title: "kuhhandel.course.when.quartet" },
  ],
  upright: "donkey",
};

interface ScoreProps {
  /** How a game reckons: its rows, from the view and the end of the game. */
  readonly useRows: (view: KuhhandelView, ended: EndedView) => readonly Row[];
  /** What seats have got beside their quartets, as pictures. */
  readonly more?: (view: KuhhandelView, seat: number) => readonly string[];
  readonly children: (score: Reckoned) => ReactNode;
}

export function ScoreBy({ children, ...props }: ScoreProps): ReactNode {
  const view = useTable((state) => kuhhandelView(state.view));
  if (view === null || view.phase.phase !== "ended") return null;
  return (
    <Rows {...props} view={view} ended={view.phase}>
      {children}
    </Rows>
  );
}

function Rows({ useRows, more, view, ended, children }: ScoreProps & { readonly view: KuhhandelView; readonly ended: EndedView }): ReactNode {
  const { t } = useTexts();
  const rows = useRows(view, ended);
  const early = ended.reason === "no_progress" ? t("kuhhandel.sheet.no_progress") : null;
  const gains = ended.scores.map((score, seat) => [...counted(score).map((animal) => `/art/${animal}.svg`), ...(more?.(view, seat) ?? [])]);
  return children({ result: ended, rows, counting: t("kuhhandel.sheet.counting"), early, gains });
}

function Score({ children }: Pick<ScoreProps, "children">): ReactNode {
  return <ScoreBy useRows={useScoreRows}>{children}</ScoreBy>;
}

export const highlights: Load<Highlights> = () => import("./highlights");

export default { Score, course, coached: true, highlights } satisfies AfterGame;
