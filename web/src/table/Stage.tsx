/** The middle of the table: the deck, and what it is about just now. */
import { lazy, type ReactNode, Suspense } from "react";
import { Animal } from "../cards/Animal";
import { AnimalBack, MoneyBack } from "../cards/Backs";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import type { CoveringView, ExtraView, PhaseView, TurnView } from "../protocol/types";
import { useAct, useReady, useWaiting } from "./acting";
import { BidBox } from "./BidBox";
import { Bunting } from "./Bunting";
import { Countdown } from "./Countdown";
import { useTable } from "./context";
import { marketOf } from "./market";
import { offered } from "./options";
import { useChoosing } from "./prompt";
import { TradeStage } from "./TradeStage";

const MasterStage = lazy(() => import("./master/Podium"));

export function Deck({ count }: { readonly count: number }): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const still = !useReady();
  const waiting = useWaiting();
  const options = useTable((state) => state.options);
  const auction = offered(options, "auction")[0] ?? offered(options, "divide")[0];
  const back = useTable((state) => (state.view?.game === "master" ? state.view.backs[0] : undefined));
  const cards = (
    <>
      <span className={`stk ${count === 0 ? "empty" : ""}`}>{count > 0 && (back === "money" ? <MoneyBack size="l" mute /> : <AnimalBack size="l" mute />)}</span>
      <span className="cnt" aria-hidden="true">
        <Icon name="deck" size={15} /> <i data-drawn={count} />
      </span>
    </>
  );
  if (auction === undefined) {
    return (
      <div className="deck" role="img" aria-label={t("table.deck", { count })}>
        {cards}
      </div>
    );
  }
  // As with real cards: whose turn it is takes the top one. The number that is drawn on it belongs to its name.
  const name = `${t(auction.type === "divide" ? "play.master.divide_why" : "play.bar.deck")} (${count})`;
  return (
    <button type="button" className="deck ours" disabled={still || waiting} aria-label={name} onClick={() => act(auction)}>
      {cards}
    </button>
  );
}

function Chooses({ phase }: { readonly phase: TurnView | ExtraView | CoveringView }): ReactNode {
  const { t } = useTexts();
  const choosing = useChoosing();
  const you = useTable((state) => state.you);
  const { seat } = phase;
  return (
    <div className="bidbox chooses">
      <p>{seat === you ? t("play.stage.your_turn") : choosing(phase)}</p>
      {seat !== you && <Countdown seat={seat} />}
    </div>
  );
}

function Podium({ phase, deck }: { readonly phase: PhaseView; readonly deck: number }): ReactNode {
  const { t } = useTexts();
  switch (phase.phase) {
    case "offering":
    case "responding":
      return <TradeStage phase={phase} />;
    case "bidding":
    case "preemption":
    case "payment":
      return (
        <div className="podium">
          <Deck count={deck} />
          {/* The key turns every new lot over. */}
          <div className="lot" key={`${deck}`} data-lot={phase.lot}>
            <Animal animal={phase.lot} size="xl" />
          </div>
          <BidBox phase={phase} />
        </div>
      );
    case "countdown":
    case "pedigree_hammer":
    case "pedigree_payment":
    case "rat_round":
    case "dividing":
      return (
        <Suspense fallback={null}>
          <MasterStage phase={phase} deck={deck} />
        </Suspense>
      );
    case "turn":
    case "extra":
    case "covering":
      return (
        <div className="podium calm">
          <Deck count={deck} />
          <Chooses phase={phase} />
        </div>
      );
    case "ended":
    case "between":
      return (
        <div className="podium calm">
          <Deck count={deck} />
          <div className="bidbox chooses">
            <p>{t(phase.phase === "ended" ? "phase.ended" : "phase.between")}</p>
          </div>
        </div>
      );
  }
}

export function Stage(): ReactNode {
  const view = useTable((state) => marketOf(state.view));
  return (
    <main className="stage">
      <Bunting />
      {view !== null && <Podium phase={view.phase} deck={view.deck} />}
    </main>
  );
}
