/** The middle of the table: the deck, and what it is about just now. */
import { lazy, type ReactNode, Suspense } from "react";
import { useTable } from "../../../model/table/context";
import { Animal } from "../cards/Animal";
import { BidBox } from "../auction/BidBox";
import { Floor } from "../auction/Floor";
import { Bunting } from "./Bunting";
import { Choosing } from "./Choosing";
import { Deck } from "./Deck";
import { isOwnPhase, type OwnPhase } from "../phase";
import { useTexts } from "../texts";
import { TradeStage } from "../trade/TradeStage";
import { useVariant } from "../variant";
import { Caught } from "../../../ui/page/Caught";
import { kuhhandelView } from "../view";
import "./Stage.css";

const EnvelopeBox = lazy(() => import("../envelopes/EnvelopeBox"));

function Podium({ phase, deck }: { readonly phase: OwnPhase; readonly deck: number }): ReactNode {
  const { t } = useTexts();
  switch (phase.phase) {
    case "offering":
    case "responding":
      return <TradeStage phase={phase} />;
    case "bidding":
    case "envelopes":
    case "preemption":
    case "payment":
      return (
        <div className="line podium">
          <Deck count={deck} />
          {/* The key turns every new lot over. */}
          <div className="lot" key={`${deck}`} data-lot={phase.lot}>
            <Animal animal={phase.lot} size="xl" />
          </div>
          {phase.phase === "envelopes" ? (
            <Caught fallback={null}>
              <Suspense fallback={null}>
                <EnvelopeBox />
              </Suspense>
            </Caught>
          ) : (
            <BidBox phase={phase} />
          )}
        </div>
      );
    case "turn":
      return <Choosing seat={phase.seat} phase={phase.phase} deck={deck} />;
    case "ended":
    case "between":
      return (
        <div className="line podium calm">
          <Deck count={deck} />
          <div className="sheet-of-paper bidbox chooses">
            <p>{t(phase.phase === "ended" ? "phase.ended" : "phase.between")}</p>
          </div>
        </div>
      );
  }
}

export function Stage(): ReactNode {
  const { Podium: More } = useVariant();
  const view = useTable((state) => kuhhandelView(state.view));
  return (
    <main className="stage">
      <Bunting />
      {view !== null && (isOwnPhase(view.phase) ? <Podium phase={view.phase} deck={view.deck} /> : <More phase={view.phase} deck={view.deck} />)}
      {view !== null && <Floor phase={view.phase} />}
    </main>
  );
}
