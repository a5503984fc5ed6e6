/** What Kuhfstein shows when a game is over. */
import type { ReactNode } from "react";
import type { KuhfsteinView, OverView } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import type { Score as Reckoned } from "../../../model/score/score";
import type { AfterGame } from "../../../model/game/game";
import { useScoreRows } from "./scoreRows";
import { useTexts } from "../texts";
import { kuhfsteinView } from "../view";

interface Props {
  readonly children: (score: Reckoned) => ReactNode;
}

function Score({ children }: Props): ReactNode {
  const view = useTable((state) => kuhfsteinView(state.view));
  if (view === null || view.phase.phase !== "over") return null;
  return (
    <Rows view={view} over={view.phase}>
      {children}
    </Rows>
  );
}

function Rows({ view, over, children }: Props & { readonly view: KuhfsteinView; readonly over: OverView }): ReactNode {
  const { t } = useTexts();
  const rows = useScoreRows(view, over);
  const early = over.reason === "reached" ? null : t(`kuhfstein.sheet.early.${over.reason}`);
  // More tiles decide between equal points.
  const scores = over.scores.map(({ total, tiles }) => ({ total, tieBreak: tiles }));
  const gains = view.seats.map(({ herds }) => herds.map(() => "/art/cow.svg"));
  return children({ result: { scores, winners: over.winners }, rows, counting: t("kuhfstein.sheet.counting"), early, gains });
}

export default {
  Score,
  course: {
    title: "kuhfstein.course.title",
    measures: [
      { measure: "points", title: "kuhfstein.course.score", why: "kuhfstein.course.score_why" },
      { measure: "tiles", title: "kuhfstein.course.tiles", why: "kuhfstein.course.tiles_why" },
    ],
    cell: "kuhfstein.course.cell",
    milestones: [
      { mark: "last_round", title: "kuhfstein.course.when.last_round" },
      { mark: "bonus", title: "kuhfstein.course.when.bonus" },
    ],
  },
} satisfies AfterGame;
