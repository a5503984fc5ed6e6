/** Kuhhandel Master's table again. */
import type { ReactNode } from "react";
import type { ReplayProps } from "../../model/game/game";
import KuhhandelReplay from "../kuhhandel/Replay";
import { VariantContext } from "../kuhhandel/variant";
import { MASTER } from "./variant";

export default function Replay(props: ReplayProps): ReactNode {
  return (
    <VariantContext value={MASTER}>
      <KuhhandelReplay {...props} />
    </VariantContext>
  );
}
