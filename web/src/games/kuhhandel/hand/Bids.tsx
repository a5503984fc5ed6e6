/**
 * Two bids that look the same on every phone, a pass, and any other amount. What a bid would cost is behind the veil, and
 * one that the player cannot pay, where bluff bids are forbidden, is not greyed: a tap shows what can be bid.
 */
import { type ReactNode, useState } from "react";
import { useAct, useReady } from "../../../model/game/acting";
import { filled, within } from "../../../model/table/options";
import { Icon } from "../../../ui/Icon";
import { Bid, Stepper, useFreshPrice } from "../auction/BidBar";
import type { BidsProps } from "../handParts";
import { handBids } from "./handBids";
import { useTexts } from "./texts";
import "./Bids.css";

export function Bids({ phase, range, pass, leads }: BidsProps): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const fresh = useFreshPrice(range?.low);
  const [other, setOther] = useState(false);
  // The leader has to ask for it before raising; a new price resets that.
  const high = phase.high?.amount ?? 0;
  const [raising, setRaising] = useState<number | null>(null);
  const held = leads && phase.polled === null && raising !== high;
  const bid = (amount: number): void => {
    setOther(false);
    if (range !== null) act(filled(range, amount));
  };
  const amounts = handBids(phase, range);
  if (other && range !== null && !held) {
    return (
      <div className="hand-other">
        <Stepper range={range} onBid={bid} still={!ready || fresh} leads={leads} />
        <button type="button" className="btn" onClick={() => setOther(false)}>
          {t("hand.back")}
        </button>
      </div>
    );
  }
  return (
    <div className="hand-bids" data-leads={held}>
      {amounts.map((amount, place) => {
        const may = range !== null && within(range, amount) === amount;
        return (
          <Bid
            key={place}
            amount={amount}
            className={place === 0 ? "btn--go" : ""}
            onBid={may ? bid : () => setOther(true)}
            still={!ready || fresh || held || (range === null && pass === undefined)}
          >
            <b>{amount}</b>
          </Bid>
        );
      })}
      {pass === undefined ? (
        <p className="line">{leads ? t("play.bar.you_lead") : t("play.bar.passed")}</p>
      ) : (
        <button type="button" className="btn btn--ghost" disabled={!ready} onClick={() => act(pass)}>
          {t("play.bid.pass")}
        </button>
      )}
      <button
        type="button"
        className="btn btn--ghost"
        aria-disabled={range === null}
        onClick={() => {
          if (held) setRaising(high);
          setOther(true);
        }}
      >
        <Icon name="plus" size={22} /> {t("hand.other")}
      </button>
    </div>
  );
}
