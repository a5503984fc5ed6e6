/** The highest bid, whose it is, and how near the gavel is. */
import { type ReactNode } from "react";
import { Shape } from "../../../ui/Shape";
import { useTexts } from "../texts";
import type { BiddingView, PaymentView, PreemptionView } from "../../../protocol/types";
import { usePendingBid } from "./pendingBid";
import { Calls } from "./Calls";
import { useTable } from "../../../model/table/context";
import { useLabels, useSaid } from "../../../model/table/said";
import { useSoleAsked } from "../../../model/table/asked";
import { standing } from "../phase";
import "./BidBox.css";

export type AuctionView = BiddingView | PreemptionView | PaymentView;

function Asked({ phase }: { readonly phase: AuctionView }): ReactNode {
  const { t } = useTexts();
  const said = useSaid();
  const you = useTable((state) => state.you);
  const seat = useSoleAsked();
  if (seat === you && seat !== null) return <p className="asks">{t("play.stage.you_asked")}</p>;
  if (phase.phase === "payment") {
    return <p className="asks">{said("play.stage.pays", { seat: phase.payer, payee: phase.payee }, { price: phase.price })}</p>;
  }
  if (seat === null) return null;
  return <p className="asks">{said("play.stage.asked", { seat })}</p>;
}

export function BidBox({ phase }: { readonly phase: AuctionView }): ReactNode {
  const { t } = useTexts();
  const names = useLabels();
  const pending = usePendingBid();
  const refused = useTable((state) => (state.refused?.action?.type === "bid" ? state.refused.at : 0));
  const you = useTable((state) => state.you);
  const asked = useSoleAsked();
  const high = standing(phase);
  const waits = pending !== null && pending > (high?.amount ?? 0);
  const amount = waits ? pending : high?.amount;
  const seat = waits ? you : (high?.seat ?? null);
  const calls = phase.phase === "bidding" ? phase.calls : 3;
  const clocked = phase.phase === "bidding" && phase.polled === null;
  return (
    // The key starts the shaking anew for each refusal.
    <div key={refused} className={`sheet-of-paper bidbox ${refused > 0 ? "shakes" : ""}`}>
      <p className="bid-label">{t("play.stage.highest")}</p>
      <p className="line high">
        <span key={`${amount}`} className={`bid-amount ${waits ? "waits" : ""}`}>
          {amount ?? "–"}
        </span>
        <span className="line from">
          {seat === null ? (
            t("table.no_bid")
          ) : (
            <>
              <Shape seat={seat} />
              <b className="name">{waits ? t("play.stage.on_its_way") : names[seat]}</b>
            </>
          )}
        </span>
      </p>
      {clocked ? <Calls calls={calls} seat={null} /> : <Calls calls={phase.phase === "bidding" ? 0 : 3} seat={asked} />}
      <Asked phase={phase} />
    </div>
  );
}
