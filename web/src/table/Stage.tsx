/** The middle of the table: the deck, and what it is about just now. */
import type { ReactNode } from "react";
import { Animal } from "../cards/Animal";
import { AnimalBack } from "../cards/Backs";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import type { PhaseView } from "../protocol/types";
import { BidBox } from "./BidBox";
import { Bunting } from "./Bunting";
import { Countdown } from "./Countdown";
import { useTable } from "./context";
import { useNames } from "./names";
import { TradeStage } from "./TradeStage";

function Deck({ count }: { readonly count: number }): ReactNode {
  const { t } = useTexts();
  return (
    <div className="deck" role="img" aria-label={t("table.deck", { count })}>
      <div className={`stk ${count === 0 ? "empty" : ""}`}>{count > 0 && <AnimalBack size="l" mute />}</div>
      <span className="cnt" aria-hidden="true">
        <Icon name="deck" size={15} /> {count}
      </span>
    </div>
  );
}

function Chooses({ seat }: { readonly seat: number }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  return (
    <div className="bidbox chooses">
      <p>{seat === you ? t("play.stage.your_turn") : t("phase.turn.other", { seat: names[seat] ?? "" })}</p>
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
    case "turn":
      return (
        <div className="podium calm">
          <Deck count={deck} />
          <Chooses seat={phase.seat} />
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
  const view = useTable((state) => state.view);
  return (
    <main className="stage">
      <Bunting />
      {view !== null && <Podium phase={view.phase} deck={view.deck} />}
    </main>
  );
}
