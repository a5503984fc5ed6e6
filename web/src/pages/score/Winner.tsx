/** The headline; it keeps its secret until the sheet is filled. */
import type { ReactNode } from "react";
import { Shape } from "../../ui/Shape";
import { useTexts } from "../../i18n/text";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { placeInWords, type Result } from "../../model/score/score";
import "./Winner.css";

interface Props {
  readonly ended: Result;
  /** What is said while the sheet is filled. */
  readonly counting: string;
  /** Why the game was over before its time. */
  readonly early: string | null;
  readonly shown: boolean;
}

export function Winner({ ended, counting, early, shown }: Props): ReactNode {
  const { t, language } = useTexts();
  const called = useNames();
  const you = useTable((state) => state.you);
  const names = ended.winners.map((seat) => called[seat] ?? "");
  const joined = new Intl.ListFormat(language).format(names);
  const points = Math.max(...ended.winners.map((seat) => ended.scores[seat]?.total ?? 0));
  const own = ended.winners.length === 1 && ended.winners[0] === you;
  return (
    <div className="line winner">
      <img src="/art/trophy.svg" alt="" data-shown={shown} />
      <div className="sheet-of-paper" role="status">
        <h1 className="line">
          {shown && ended.winners.map((seat) => <Shape key={seat} seat={seat} />)}
          {shown
            ? own
              ? t("home.score.you_win")
              : t("home.score.wins", { count: names.length, names: joined })
            : counting}
        </h1>
        <p>{shown && t("home.score.points", { count: points, points: new Intl.NumberFormat(language).format(points) })}</p>
        {shown && you !== null && <strong>{placeInWords(ended, you, called, language, t)}</strong>}
        {shown && early !== null && <small>{early}</small>}
      </div>
    </div>
  );
}
