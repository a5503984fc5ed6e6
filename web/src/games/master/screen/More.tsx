/** The phases that only Kuhhandel Master has: a pedigree and its count, a rat, the division. */
import type { ReactNode } from "react";
import { useSoleAsked } from "../../../model/table/asked";
import { useTable } from "../../../model/table/context";
import type { CountdownView, PedigreeHammerView, PedigreePaymentView } from "../../../protocol/types";
import { Animal } from "../../kuhhandel/cards/Animal";
import { AnimalBack, MoneyBack } from "../../kuhhandel/cards/Backs";
import type { MorePhase } from "../../kuhhandel/phase";
import { Price } from "../../kuhhandel/screen/Auction";
import { DeckCard, Middle, Sentence } from "../../kuhhandel/screen/Middle";
import { FaceDown } from "../../kuhhandel/trade/TradeStage";
import { Pedigree } from "../pedigree/Pedigree";
import { useTexts } from "../texts";

function PedigreeAuction({ phase }: { readonly phase: CountdownView | PedigreeHammerView | PedigreePaymentView }): ReactNode {
  const { t } = useTexts();
  const asked = useSoleAsked();
  // In these modes there is no count.
  const once = useTable(({ view }) => view?.game === "master" && ["envelopes", "sealed"].includes(view.rules.pedigree_mode));
  const counts = phase.phase === "countdown";
  const price = counts ? phase.count : phase.phase === "pedigree_hammer" ? phase.high.amount : phase.price;
  const seat = counts ? null : phase.phase === "pedigree_hammer" ? phase.high.seat : phase.payer;
  const label = counts ? "play.master.price_now" : phase.phase === "pedigree_hammer" ? "play.master.slapped_by" : "play.master.pays_it";
  return (
    <Middle
      lot={
        <div className="lot tv-lot" key={phase.animal}>
          <Pedigree animal={phase.animal} size="xl" />
        </div>
      }
      box={(!counts || !once) && <Price label={t(label)} amount={price} seat={seat} none={t("play.master.cards", { count: price })} />}
      below={<Sentence seat={asked} />}
    />
  );
}

function Rat({ pot }: { readonly pot: number | null }): ReactNode {
  const { t } = useTexts();
  const asked = useSoleAsked();
  return (
    <Middle
      lot={
        <div className="lot tv-lot" data-unwanted>
          <Animal animal="rat" size="xl" />
        </div>
      }
      box={
        pot !== null && (
          <div className="centred sheet-of-paper tv-price pot">
            <p>{t("play.master.pot")}</p>
            <FaceDown count={pot} />
            <p>{t("play.master.cards", { count: pot })}</p>
          </div>
        )
      }
      below={<Sentence seat={asked} />}
    />
  );
}

/** The backs of the card that is divided and of the next one. */
function Division({ seat }: { readonly seat: number }): ReactNode {
  const { t } = useTexts();
  const backs = useTable((state) => (state.view?.game === "master" ? state.view.backs : null));
  const next = backs?.[1];
  return (
    <Middle
      lot={
        <div className="lot tv-lot">
          {backs?.[0] === "money" ? <MoneyBack size="xl" /> : <AnimalBack size="xl" />}
        </div>
      }
      box={
        next !== undefined && (
          <div className="centred sheet-of-paper tv-price">
            <p>{t("play.master.next_card")}</p>
            {next === "money" ? <MoneyBack size="l" /> : <AnimalBack size="l" />}
          </div>
        )
      }
      below={<Sentence seat={seat} />}
    />
  );
}

export function More({ phase }: { readonly phase: MorePhase }): ReactNode {
  switch (phase.phase) {
    case "countdown":
    case "pedigree_hammer":
    case "pedigree_payment":
      return <PedigreeAuction phase={phase} />;
    case "rat_round":
      return <Rat pot={phase.pot} />;
    case "rat_envelopes":
      return <Rat pot={null} />;
    case "dividing":
      return <Division seat={phase.seat} />;
    case "extra":
    case "covering":
      return <Middle lot={<DeckCard />} below={<Sentence seat={phase.seat} />} />;
  }
}
