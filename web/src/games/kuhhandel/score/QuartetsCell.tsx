/** The quartets of a seat on the score sheet, and what they are worth. */
import type { ReactNode } from "react";
import type { Animal, SeatScore } from "../../../protocol/types";
import { useTexts } from "../texts";
import "./QuartetsCell.css";

interface Props {
  readonly score: SeatScore;
  /** The name of a quartet that is there and does not count. */
  readonly coveredName?: (animal: Animal) => string;
  /** What is shown behind the quartets. */
  readonly children?: ReactNode;
}

export function QuartetsCell({ score, coveredName, children }: Props): ReactNode {
  const { t, language } = useTexts();
  if (score.quartets.length === 0 && children == null) return <small>{t("score.quartets_none")}</small>;
  return (
    <>
      <span className="score-animals">
        {score.quartets.map((animal) => {
          const covered = animal === score.covered;
          const name = (covered ? coveredName?.(animal) : undefined) ?? t(`animal.${animal}`);
          return (
            <span key={animal} className="score-animal" data-covered={covered}>
              <img src={`/art/${animal}.svg`} alt={name} title={name} />
            </span>
          );
        })}
        {children}
      </span>
      <b>{new Intl.NumberFormat(language).format(score.animals)}</b>
    </>
  );
}
