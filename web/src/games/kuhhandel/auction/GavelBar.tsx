/** The gavel has fallen: the auctioneer sells, or buys the lot by paying the bidder. */
import type { ReactNode } from "react";
import { Icon } from "../../../ui/Icon";
import { useTexts } from "../texts";
import type { PreemptionView } from "../../../protocol/types";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { useHandParts } from "../handParts";
import { kuhhandelView } from "../view";
import { useNames } from "../../../model/table/names";
import { cost, offered } from "../../../model/table/options";

const BROKE: readonly number[] = [];

export function GavelBar({ phase }: { readonly phase: PreemptionView }): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const waiting = useWaiting();
  const options = useTable((state) => state.options);
  const you = useTable((state) => state.you);
  const payable = useTable((state) => (state.you === null ? null : kuhhandelView(state.view)?.seats[state.you]?.payable)) ?? BROKE;
  const bidder = useNames()[phase.high.seat] ?? "";
  const { amount } = phase.high;
  const sell = offered(options, "sell")[0];
  const buy = offered(options, "preempt")[0];
  const pays = cost(payable, amount);
  // Before a big screen somebody may look over a shoulder.
  const seen = useHandParts() !== null;
  const over = pays !== null && pays > amount && !seen;
  return (
    <>
      <p className="line prompt">
        {t("play.bar.gavel", { bidder, amount })} <Countdown seat={you} />
      </p>
      <div className="decide">
        {sell !== undefined && (
          <button type="button" className="btn btn--go big-choice" disabled={!ready || waiting} onClick={() => act(sell)}>
            <span>
              <Icon name="check" size={22} /> {t("play.bar.sell")}
            </span>
            <small>{t("play.bar.sell_why", { bidder, amount })}</small>
          </button>
        )}
        {buy !== undefined && (
          <button type="button" className="btn big-choice" disabled={!ready || waiting} onClick={() => act(buy)}>
            <span>
              <Icon name="coin" size={22} /> {t("play.bar.buy", { amount })}
            </span>
            <small className={over ? "over" : ""}>
              {over ? t("play.bid.pays", { pays }) : t("play.bar.buy_why", { bidder })}
            </small>
          </button>
        )}
      </div>
    </>
  );
}
