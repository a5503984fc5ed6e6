/** What lies in the middle in Kuhhandel Master: a pedigree that is counted down, a rat, a card that is divided. */
import type { ReactNode } from "react";
import { Animal } from "../kuhhandel/cards/Animal";
import { AnimalBack, MoneyBack } from "../kuhhandel/cards/Backs";
import { Drawn } from "./pedigree/Drawn";
import { Pedigree } from "./pedigree/Pedigree";
import { VisitBox } from "./actions/OneVisit";
import { Shape } from "../../ui/Shape";
import { useTexts } from "./texts";
import type {
  CountdownView,
  DividingView,
  PedigreeHammerView,
  PedigreePaymentView,
  RatRoundView,
} from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { Countdown } from "../../widgets/Countdown";
import { useLabels, useSaid } from "../../model/table/said";
import { Choosing } from "../kuhhandel/stage/Choosing";
import { Deck } from "../kuhhandel/stage/Deck";
import type { MorePhase } from "../kuhhandel/phase";
import { FaceDown } from "../kuhhandel/trade/TradeStage";
import "./Stage.css";

const FIRST = 10;

/** The count: what it was, what it is, what comes. */
export function Count({ count }: { readonly count: number }): ReactNode {
  const { t } = useTexts();
  return (
    <p className="count-down" role="img" aria-label={t("play.master.count", { count })}>
      <span className="count-past" aria-hidden="true">
        {count < FIRST ? count + 1 : ""}
      </span>
      <span key={count} className="count-now" aria-hidden="true">
        {count}
      </span>
      <span className="count-past" aria-hidden="true">
        {count > 1 ? count - 1 : ""}
      </span>
    </p>
  );
}

function Price({ phase }: { readonly phase: CountdownView | PedigreeHammerView | PedigreePaymentView }): ReactNode {
  const { t } = useTexts();
  const names = useLabels();
  const once = useTable((state) => state.view?.game === "master" && state.view.rules.pedigree_mode === "envelopes");
  if (phase.phase === "countdown" && once) return <VisitBox phase={phase} />;
  if (phase.phase === "countdown") {
    return (
      <div className="sheet-of-paper bidbox">
        <p className="bid-label">{t("play.master.price_now")}</p>
        <Count count={phase.count} />
        <p className="asks">{t("play.master.cards", { count: phase.count })}</p>
      </div>
    );
  }
  const seat = phase.phase === "pedigree_hammer" ? phase.high.seat : phase.payer;
  const price = phase.phase === "pedigree_hammer" ? phase.high.amount : phase.price;
  const waits = phase.phase === "pedigree_hammer" ? phase.auctioneer : phase.payer;
  return (
    <div className="sheet-of-paper bidbox">
      <p className="bid-label">{t(phase.phase === "pedigree_hammer" ? "play.master.slapped_by" : "play.master.pays_it")}</p>
      <p className="line high">
        <span className="bid-amount">{price}</span>
        <span className="line from">
          <Shape seat={seat} /> <b className="name">{names[seat]}</b>
        </span>
      </p>
      <p className="asks">
        {t("play.master.cards", { count: price })} <Countdown seat={waits} />
      </p>
    </div>
  );
}

function Rat({ phase }: { readonly phase: RatRoundView }): ReactNode {
  const { t } = useTexts();
  const said = useSaid();
  const you = useTable((state) => state.you);
  return (
    <div className="sheet-of-paper bidbox pot">
      <p className="bid-label">{t("play.master.pot")}</p>
      <FaceDown count={phase.pot} />
      <p className="asks">
        {phase.polled === you ? t("play.master.cards", { count: phase.pot }) : said("play.master.rat_theirs", { seat: phase.polled })}{" "}
        <Countdown seat={phase.polled} />
      </p>
    </div>
  );
}

/** The card that is looked at; the others see its back. */
function Peeked({ phase }: { readonly phase: DividingView }): ReactNode {
  const backs = useTable((state) => (state.view?.game === "master" ? state.view.backs : null));
  if (phase.card !== null) return <Drawn card={phase.card} />;
  return backs?.[0] === "money" ? <MoneyBack size="xl" /> : <AnimalBack size="xl" />;
}

function Division({ phase }: { readonly phase: DividingView }): ReactNode {
  const { t } = useTexts();
  const said = useSaid();
  const you = useTable((state) => state.you);
  const next = useTable((state) => (state.view?.game === "master" ? state.view.backs[1] : undefined));
  return (
    <div className="sheet-of-paper bidbox">
      {next !== undefined && (
        <div className="line peeked">
          <p className="bid-label">{t("play.master.next_card")}</p>
          {next === "money" ? <MoneyBack size="s" /> : <AnimalBack size="s" />}
        </div>
      )}
      {/* Whoever decides reads it, and the time for it, beside what can be done. */}
      {phase.seat !== you && (
        <p className="asks">
          {said("play.master.divides", { seat: phase.seat })} <Countdown seat={phase.seat} />
        </p>
      )}
    </div>
  );
}

export default function Podium({ phase, deck }: { readonly phase: MorePhase; readonly deck: number }): ReactNode {
  switch (phase.phase) {
    case "countdown":
    case "pedigree_hammer":
    case "pedigree_payment":
      return (
        <div className="line podium">
          <Deck count={deck} />
          <div className="lot" key={`${deck}`}>
            <Pedigree animal={phase.animal} size="xl" />
          </div>
          <Price phase={phase} />
        </div>
      );
    case "rat_round":
      return (
        <div className="line podium vermin">
          <Deck count={deck} />
          <div className="lot" key={`${deck}`}>
            <Animal animal="rat" size="xl" />
          </div>
          <Rat phase={phase} />
        </div>
      );
    case "rat_envelopes":
      return (
        <div className="line podium vermin">
          <Deck count={deck} />
          <div className="lot" key={`${deck}`}>
            <Animal animal="rat" size="xl" />
          </div>
          <VisitBox phase={phase} />
        </div>
      );
    case "dividing":
      return (
        <div className="line podium">
          <Deck count={deck} />
          <div className="lot" key={`${deck}`}>
            <Peeked phase={phase} />
          </div>
          <Division phase={phase} />
        </div>
      );
    case "extra":
    case "covering":
      return <Choosing seat={phase.seat} phase={phase.phase} deck={deck} />;
  }
}
