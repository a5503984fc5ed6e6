/** The reckoning of Kuhhandel and Kuhhandel Master. */
import { useTexts } from "../../i18n/text";
import type { EndedView } from "../../protocol/types";
import type { MarketView } from "../../table/market";
import { Cell } from "./Cell";
import { type RowName, rowsOf } from "./rows";
import type { Row } from "./Sheet";

type Why = Pick<Row, "title" | "why">;

/** What a row is, and why, in a line each. */
function useWhy(view: MarketView): (row: RowName) => Why {
  const { t } = useTexts();
  if (view.game === "kuhhandel") {
    return (row) => {
      const key = row as "quartets" | "dove" | "factor" | "total";
      return { title: t(`home.score.row.${key}.title`), why: t(`home.score.row.${key}.why`) };
    };
  }
  const { kassensturz } = view.rules;
  return (row) => {
    if (row === "total" && kassensturz) return { title: t("sheet.total.title"), why: t("sheet.total.with_money") };
    const key = row as Exclude<RowName, "dove">;
    return { title: t(`sheet.${key}.title`), why: t(`sheet.${key}.why`) };
  };
}

export function useMarketRows(view: MarketView, { scores }: EndedView): readonly Row[] {
  const why = useWhy(view);
  return rowsOf(view.rules).map((name) => ({
    name,
    ...why(name),
    cell: (seat) => {
      const score = scores[seat];
      return score !== undefined && <Cell row={name} score={score} held={view.seats[seat]} rules={view.rules} />;
    },
  }));
}
