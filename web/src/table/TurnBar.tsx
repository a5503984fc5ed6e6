/** One's own turn: auction off the top card, or open a cow trade. */
import { type ReactNode, useState } from "react";
import { Gavel } from "../cards/Gavel";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import { useAct, useReady, useWaiting } from "./acting";
import { useTable } from "./context";
import { Countdown } from "./Countdown";
import { offered } from "./options";
import { TradeChoice } from "./TradeChoice";

export function TurnBar(): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const waiting = useWaiting();
  const options = useTable((state) => state.options);
  const you = useTable((state) => state.you);
  const [choosing, setChoosing] = useState(false);
  const auction = offered(options, "auction")[0];
  const trades = offered(options, "trade");
  const still = !ready || waiting;
  return (
    <>
      <p className="prompt">
        {auction === undefined ? t("play.bar.must_trade") : trades.length === 0 ? t("play.bar.must_auction") : t("play.turn.you")}{" "}
        <Countdown seat={you} />
      </p>
      <div className="decide">
        {auction !== undefined && (
          <button type="button" className="btn btn--go big" disabled={still} onClick={() => act(auction)}>
            <span>
              <i className="gv-s">
                <Gavel />
              </i>{" "}
              {t("play.bar.auction")}
            </span>
            <small>{t("play.bar.auction_why")}</small>
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
