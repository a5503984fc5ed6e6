/** Kuhhandel Master on the big screen: Kuhhandel's table with more phases. */
import type { ReactNode } from "react";
import type { ScreenProps } from "../../../model/game/game";
import KuhhandelScreen from "../../kuhhandel/screen/Screen";
import { VariantContext } from "../../kuhhandel/variant";
import { MASTER } from "../variant";
import { More } from "./More";

export default function Screen({ Frame }: ScreenProps): ReactNode {
  return (
    <VariantContext value={MASTER}>
      <KuhhandelScreen Frame={Frame} More={More} />
    </VariantContext>
  );
}
