/** What Kuhhandel Master shows when a game is over. */
import type { ReactNode } from "react";
import type { Score as Reckoned } from "../../../model/score/score";
import type { AfterGame } from "../../../model/game/game";
import { course, highlights, ScoreBy } from "../../kuhhandel/score/after";
import type { KuhhandelView } from "../../kuhhandel/view";
import { useScoreRows } from "./scoreRows";

function rosettes({ seats }: KuhhandelView, seat: number): readonly string[] {
  return seats[seat]?.pedigrees.map(() => "/art/rosette.svg") ?? [];
}

function Score({ children }: { readonly children: (score: Reckoned) => ReactNode }): ReactNode {
  return (
    <ScoreBy useRows={useScoreRows} more={rosettes}>
      {children}
    </ScoreBy>
  );
}

export default { Score, course, coached: true, highlights } satisfies AfterGame;
