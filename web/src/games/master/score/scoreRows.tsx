/** The reckoning of Kuhhandel Master: the rows of its score sheet, as the house rules make them. */
import type { ReactNode } from "react";
import type { Animal, EndedView, MasterRules, SeatScore, SeatView } from "../../../protocol/types";
import type { Row } from "../../../model/score/score";
import { QuartetsCell } from "../../kuhhandel/score/QuartetsCell";
import { FactorCell } from "../../kuhhandel/score/scoreRows";
import type { KuhhandelView } from "../../kuhhandel/view";
import { useTexts } from "../texts";

type RowName = "quartets" | "matching" | "factor" | "others" | "money" | "total";

const FOUR = 4;

/** List the rows in the order in which one would reckon. */
export function rowsOf({ kassensturz }: Pick<MasterRules, "kassensturz">): readonly RowName[] {
  const money: readonly RowName[] = kassensturz ? ["money"] : [];
  return ["quartets", "matching", "factor", "others", ...money, "total"];
}

/** What a column has come to once it was multiplied. */
export function multiplied(score: SeatScore): number {
  return (score.animals + (score.matching ?? 0)) * score.factor;
}

/** Part the pedigrees of a seat: those of quartets that count, and the others. */
export function parted(pedigrees: SeatView["pedigrees"], score: SeatScore): Readonly<Record<"matching" | "others", readonly Animal[]>> {
  const counts = (animal: Animal): boolean => score.quartets.includes(animal) && animal !== score.covered;
  return { matching: pedigrees.filter(counts), others: pedigrees.filter((animal) => !counts(animal)) };
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

function Quartets({ score, held }: { readonly score: SeatScore; readonly held: SeatView | undefined }): ReactNode {
  const { t } = useTexts();
  const rats = held?.herd.rat === FOUR && (
    <span className="score-animal score-rat">
      <img src="/art/rat.svg" alt={t("master.sheet.rats")} title={t("master.sheet.rats")} />
    </span>
  );
  return (
    <QuartetsCell score={score} coveredName={(animal) => t("master.sheet.covered", { animal: t(`animal.${animal}`) })}>
      {rats || null}
    </QuartetsCell>
  );
}

interface CellProps {
  readonly row: RowName;
  readonly score: SeatScore;
  readonly held: SeatView | undefined;
}

function Cell({ row, score, held }: CellProps): ReactNode {
  const number = new Intl.NumberFormat(useTexts().language);
  switch (row) {
    case "quartets":
      return <Quartets score={score} held={held} />;
    case "matching":
    case "others":
      return <Pedigrees animals={parted(held?.pedigrees ?? [], score)[row]} points={score[row] ?? 0} />;
    case "factor":
      return <FactorCell factor={score.factor} product={multiplied(score)} />;
    case "money":
      return <b>+{number.format(score.money ?? 0)}</b>;
    case "total":
      return <b className="score-total">{number.format(score.total)}</b>;
  }
}

export function useScoreRows(view: KuhhandelView, { scores }: EndedView): readonly Row[] {
  const { t } = useTexts();
  const rules = view.rules as MasterRules;
  const why = (row: RowName): string =>
    row === "total" && rules.kassensturz ? t("master.sheet.total.with_money") : t(`master.sheet.${row}.why`);
  return rowsOf(rules).map((name) => ({
    name,
    title: t(`master.sheet.${name}.title`),
    why: why(name),
    cell: (seat) => {
      const score = scores[seat];
      return score !== undefined && <Cell row={name} score={score} held={view.seats[seat]} />;
    },
  }));
}
