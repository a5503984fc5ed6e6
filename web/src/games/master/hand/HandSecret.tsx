/** The card of the division, which only the player who decides may see. */
import type { ReactNode } from "react";
import type { PhaseView } from "../../../protocol/types";
import { Drawn } from "../pedigree/Drawn";

export default function HandSecret({ phase }: { readonly phase: PhaseView }): ReactNode {
  return phase.phase === "dividing" && phase.card !== null && <Drawn card={phase.card} size="l" />;
}
