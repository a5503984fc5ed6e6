/** The reckoning of Kuhhandel: the rows of its score sheet, as the house rules make them. */
import type { ReactNode } from "react";
import type { ClassicRules, EndedView, SeatScore } from "../../../protocol/types";
import type { Row } from "../../../model/score/score";
import { QuartetsCell } from "./QuartetsCell";
import { useTexts } from "../texts";
import type { KuhhandelView } from "../view";

type RowName = "quartets" | "dove" | "factor" | "total";

/** List the rows in the order in which one would reckon. */
export function rowsOf(rules: ClassicRules): readonly RowName[] {
  const rows: RowName[] = ["quartets"];
  if (rules.dove && rules.dove_multiplied) rows.push("dove");
  if (rules.scoring === "multiply") rows.push("factor");
  if (rules.dove && !rules.dove_multiplied) rows.push("dove");
  rows.push("total");
  return rows;
}

/** What a column has come to once it was multiplied. */
export function multiplied(score: SeatScore, rules: ClassicRules): number {
  return (score.animals + (rules.dove_multiplied ? score.dove : 0)) * score.factor;
}

interface CellProps {
  readonly row: RowName;
  readonly score: SeatScore;
  readonly rules: ClassicRules;
}

function Cell({ row, score, rules }: CellProps): ReactNode {
  const number = new Intl.NumberFormat(useTexts().language);
  switch (row) {
    case "quartets":
      return <QuartetsCell score={score} />;
    case "factor":
      return <FactorCell factor={score.factor} product={multiplied(score, rules)} />;
    case "dove":
      return score.dove === 0 ? "–" : <b>+{number.format(score.dove)}</b>;
    case "total":
      return <b className="score-total">{number.format(score.total)}</b>;
  }
}

export function FactorCell({ factor, product }: { readonly factor: number; readonly product: number }): ReactNode {
  const { language } = useTexts();
  return (
    <>
      <b>× {factor}</b>
      <small>= {new Intl.NumberFormat(language).format(product)}</small>
    </>
  );
}

export function useScoreRows(view: KuhhandelView, { scores }: EndedView): readonly Row[] {
  const { t } = useTexts();
  // Of this game alone the rules can be these.
  const rules = view.rules as ClassicRules;
  return rowsOf(rules).map((name) => ({
    name,
    title: t(`kuhhandel.sheet.${name}.title`),
    why: t(`kuhhandel.sheet.${name}.why`),
    cell: (seat) => {
      const score = scores[seat];
      return score !== undefined && <Cell row={name} score={score} rules={rules} />;
    },
  }));
}

/** The quartets that brought points: one may be covered. */
export function counted({ quartets, covered }: Pick<SeatScore, "quartets" | "covered">): SeatScore["quartets"] {
  return quartets.filter((animal) => animal !== covered);
}
