/** One seat's entry in one row. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import type { HouseRules, SeatScore } from "../../protocol/types";
import { multiplied, type RowName } from "./rows";

interface Props {
  readonly row: RowName;
  readonly score: SeatScore;
  readonly rules: HouseRules;
}

export function Cell({ row, score, rules }: Props): ReactNode {
  const { t, language } = useTexts();
  const number = new Intl.NumberFormat(language);
  switch (row) {
    case "quartets":
      if (score.quartets.length === 0) return <small>{t("score.quartets_none")}</small>;
      return (
        <>
          <span className="score-animals">
            {score.quartets.map((animal) => (
              <span key={animal} className="score-animal">
                <img src={`/art/${animal}.svg`} alt={t(`animal.${animal}`)} title={t(`animal.${animal}`)} />
              </span>
            ))}
          </span>
          <b>{number.format(score.animals)}</b>
        </>
      );
    case "factor":
      return (
        <>
          <b>× {score.factor}</b>
          <small>= {number.format(multiplied(score, rules))}</small>
        </>
      );
    case "dove":
      return score.dove === 0 ? "–" : <b>+{number.format(score.dove)}</b>;
    case "total":
      return <b className="score-total">{number.format(score.total)}</b>;
  }
}
