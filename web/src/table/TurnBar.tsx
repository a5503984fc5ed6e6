/** One's own turn: auction off the top card, or open a cow trade. */
import { type ReactNode, useState } from "react";
import { Gavel } from "../cards/Gavel";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import type { GameAction } from "../protocol/types";
import { useAct, useReady, useWaiting } from "./acting";
import { useTable } from "./context";
import { Countdown } from "./Countdown";
import { marketOf } from "./market";
import { offered } from "./options";
import { TradeChoice } from "./TradeChoice";

/** Say what one's turn is about, and why there is no choice where there is none. */
function useAsked(draws: GameAction | undefined, trades: number): string {
  const { t } = useTexts();
  // Trades that change nothing come to an end, though they would be possible.
  const enough = useTable((state) => {
    const view = marketOf(state.view);
    return view !== null && view.rules.no_progress_limit > 0 && view.idle >= view.rules.no_progress_limit;
  });
  if (draws === undefined) return t("play.bar.must_trade");
  if (trades > 0) return t("play.turn.you");
  if (enough) return t("play.bar.enough_trades");
  return t(draws.type === "divide" ? "play.master.must_divide" : "play.bar.must_auction");
}

export function TurnBar(): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const waiting = useWaiting();
  const options = useTable((state) => state.options);
  const you = useTable((state) => state.you);
  const [choosing, setChoosing] = useState(false);
  const auction = offered(options, "auction")[0] ?? offered(options, "divide")[0];
  const divides = auction?.type === "divide";
  const trades = offered(options, "trade");
  const asked = useAsked(auction, trades.length);
  const still = !ready || waiting;
  return (
    <>
      <p className="prompt">
        {asked} <Countdown seat={you} />
      </p>
      <div className="decide">
        {auction !== undefined && (
          <button type="button" className="btn btn--go big" disabled={still} onClick={() => act(auction)}>
            <span>
              <i className="gv-s">
                <Gavel />
              </i>{" "}
              {t(divides ? "play.master.divide" : "play.bar.auction")}
            </span>
            <small>{t(divides ? "play.master.divide_why" : "play.bar.auction_why")}</small>
          </button>
        )}
        {trades.length > 0 && (
          <button
            type="button"
            className={`btn big ${auction === undefined ? "btn--go" : ""}`}
            disabled={still}
            aria-haspopup="dialog"
            onClick={() => setChoosing(true)}
          >
            <span>
              <Icon name="swap" size={22} /> {t("play.trade.title")}
            </span>
            <small>{t("play.bar.trade_why", { count: trades.length })}</small>
          </button>
        )}
      </div>
      {choosing && <TradeChoice trades={trades} onClose={() => setChoosing(false)} />}
    </>
  );
}
