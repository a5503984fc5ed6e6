/** The phases that only Kuhhandel Master has, in one line. */
import type { ReactNode } from "react";
import { AnimalBack, MoneyBack } from "../../kuhhandel/cards/Backs";
import { Said, Sum } from "../../kuhhandel/hand/Line";
import type { MorePhase } from "../../kuhhandel/phase";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { useTexts } from "../texts";

export default function HandLine({ phase }: { readonly phase: MorePhase }): ReactNode {
  const { t } = useTexts();
  const back = useTable(({ view }) => (view !== null && "backs" in view ? view.backs[0] : undefined));
  switch (phase.phase) {
    case "countdown":
      return (
        <Sum animal={phase.animal} seat={phase.auctioneer}>
          <span role="img" aria-label={t("play.master.count", { count: phase.count })}>
            {phase.count}
          </span>
        </Sum>
      );
    case "pedigree_hammer":
      return (
        <Sum animal={phase.animal} seat={phase.high.seat}>
          {phase.high.amount}
        </Sum>
      );
    case "pedigree_payment":
      return (
        <Sum animal={phase.animal} seat={phase.payer}>
          {phase.price}
        </Sum>
      );
    case "rat_round":
      return (
        <>
          <Sum animal="rat" seat={phase.polled}>
            {phase.pot}
          </Sum>
          <Countdown seat={phase.polled} />
        </>
      );
    case "dividing":
      return (
        <>
          {back === "money" ? <MoneyBack size="xs" /> : <AnimalBack size="xs" />}
          <Said />
        </>
      );
    default:
      return <Said />;
  }
}
