/** Kuhhandel Master's table again. */
import type { ReactNode } from "react";
import KuhhandelReplay from "../kuhhandel/Replay";
import { VariantContext } from "../kuhhandel/variant";
import { MASTER } from "./variant";

export default function Replay(): ReactNode {
  return (
    <VariantContext value={MASTER}>
      <KuhhandelReplay />
    </VariantContext>
  );
}
