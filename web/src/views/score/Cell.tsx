/** One seat's entry in one row. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import type { Animal, SeatScore, SeatView } from "../../protocol/types";
import type { MarketView } from "../../table/market";
import { multiplied, parted, type RowName } from "./rows";

interface Props {
  readonly row: RowName;
  readonly score: SeatScore;
  readonly held: SeatView | undefined;
  readonly rules: MarketView["rules"];
}

const FOUR = 4;

function Quartets({ score, held }: Pick<Props, "score" | "held">): ReactNode {
  const { t } = useTexts();
  const rats = held?.herd.rat === FOUR;
  return (
    <span className="score-animals">
      {score.quartets.map((animal) => {
        const covered = animal === score.covered;
        const name = covered ? t("sheet.covered", { animal: t(`animal.${animal}`) }) : t(`animal.${animal}`);
        return (
          <span key={animal} className="score-animal" data-covered={covered}>
            <img src={`/art/${animal}.svg`} alt={name} title={name} />
          </span>
        );
      })}
      {rats && (
        <span className="score-animal score-rat">
          <img src="/art/rat.svg" alt={t("sheet.rats")} title={t("sheet.rats")} />
        </span>
      )}
    </span>
  );
}

function Pedigrees({ animals, points }: { readonly animals: readonly Animal[]; readonly points: number }): ReactNode {
  const { t, language } = useTexts();
  if (animals.length === 0) return "–";
  return (
    <>
      <span className="score-animals">
        {animals.map((animal) => {
          const name = t("play.master.pedigree_of", { animal: t(`animal.${animal}`) });
          return (
            <span key={animal} className="score-animal score-pedigree">
              <img src={`/art/${animal}.svg`} alt={name} title={name} />
              <img className="score-rosette" src="/art/rosette.svg" alt="" />
            </span>
          );
        })}
      </span>
      <b>+{new Intl.NumberFormat(language).format(points)}</b>
    </>
  );
}

export function Cell({ row, score, held, rules }: Props): ReactNode {
  const { t, language } = useTexts();
  const number = new Intl.NumberFormat(language);
  switch (row) {
    case "quartets":
      if (score.quartets.length === 0 && held?.herd.rat !== FOUR) return <small>{t("score.quartets_none")}</small>;
      return (
        <>
          <Quartets score={score} held={held} />
          <b>{number.format(score.animals)}</b>
        </>
      );
    case "matching":
    case "others":
      return <Pedigrees animals={parted(held?.pedigrees ?? [], score)[row]} points={score[row] ?? 0} />;
    case "factor":
      return (
        <>
          <b>× {score.factor}</b>
          <small>= {number.format(multiplied(score, rules))}</small>
        </>
      );
    case "dove":
      return score.dove === 0 ? "–" : <b>+{number.format(score.dove)}</b>;
    case "money":
      return <b>+{number.format(score.money ?? 0)}</b>;
    case "total":
      return <b className="score-total">{number.format(score.total)}</b>;
  }
}
