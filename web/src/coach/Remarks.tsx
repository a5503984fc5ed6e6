/** What cost somebody most, by the coach's opinion: a card for each, with the way to that moment. */
import type { ReactNode } from "react";
import { useGame } from "../model/game/context";
import type { Remark } from "../protocol/types";
import { useTable } from "../model/table/context";
import { Words } from "../widgets/LogLine";
import { useNames } from "../model/table/names";
import { useTexts } from "./texts";
import "./Remarks.css";

interface Props {
  readonly remarks: readonly Remark[];
  /** What leads to the moment of a remark. */
  readonly way: (remark: Remark) => ReactNode;
}

export function Remarks({ remarks, way }: Props): ReactNode {
  const { t } = useTexts();
  if (remarks.length === 0) return <p>{t("opinion.nothing")}</p>;
  return (
    <ol className="remarks">
      {remarks.map((remark) => (
        <li key={remark.step} className="column remark">
          <Card {...remark} />
          {way(remark)}
        </li>
      ))}
    </ol>
  );
}

/** What was played, what would have been better, why, and what it has cost. */
export function Card({ seat, played, better, cost, reason }: Remark): ReactNode {
  const { t, language } = useTexts();
  const Sign = useGame()?.LineSign;
  const names = useNames();
  const own = useTable((state) => state.you) === seat;
  return (
    <>
      <p className="remark-why">
        {Sign !== undefined && <Sign line={reason} />}
        <Words line={reason} />
      </p>
      <dl>
        <dt>{own ? t("opinion.you") : names[seat]}</dt>
        <dd>
          <Words line={played} />
        </dd>
        <dt>{t("opinion.coach")}</dt>
        <dd className="remark-better">
          <Words line={better} />
        </dd>
      </dl>
      <small>{t(own ? "opinion.cost" : "opinion.cost_them", { points: new Intl.NumberFormat(language).format(cost), name: names[seat] ?? "" })}</small>
    </>
  );
}
