/** Kuhhandel Master's table: Kuhhandel's, with more on it. */
import type { ReactNode } from "react";
import type { TableProps } from "../../model/game/game";
import KuhhandelTable from "../kuhhandel/Table";
import { VariantContext } from "../kuhhandel/variant";
import { MASTER } from "./variant";

export default function Table(props: TableProps): ReactNode {
  return (
    <VariantContext value={MASTER}>
      <KuhhandelTable {...props} />
    </VariantContext>
  );
}
