/** One's own turn: auction off the top card, or open a cow trade. */
import { type ReactNode, useState } from "react";
import { Gavel } from "../auction/Gavel";
import { Icon } from "../../../ui/Icon";
import { useTexts } from "../texts";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { kuhhandelView } from "../view";
import { offered } from "../../../model/table/options";
import { type Draw, useDraw } from "../stage/draw";
import { TradeChoice } from "../trade/TradeChoice";

/** Say what one's turn is about, and why, if there is nothing to choose. */
function useAsked(draw: Draw | null, trades: number): string {
  const { t, find } = useTexts();
  // Trades that change nothing come to an end, though they would be possible.
  const enough = useTable((state) => {
    const view = kuhhandelView(state.view);
    return view !== null && view.rules.no_progress_limit > 0 && view.idle >= view.rules.no_progress_limit;
  });
  if (draw === null) return t("play.bar.must_trade");
  if (trades > 0) return t("play.turn.you");
  if (enough) return t("play.bar.enough_trades");
  return find(draw.words.must) ?? "";
}

export function TurnBar(): ReactNode {
  const { t, find } = useTexts();
  const act = useAct();
  const ready = useReady();
  const waiting = useWaiting();
  const options = useTable((state) => state.options);
  const you = useTable((state) => state.you);
  const [choosing, setChoosing] = useState(false);
  const draw = useDraw();
  const trades = offered(options, "trade");
  const asked = useAsked(draw, trades.length);
  const still = !ready || waiting;
  return (
    <>
      <p className="line prompt">
        {asked} <Countdown seat={you} />
      </p>
      <div className="decide">
        {draw !== null && (
          <button type="button" className="btn btn--go big-choice" disabled={still} onClick={() => act(draw.action)}>
            <span>
              <i className="small-gavel">
                <Gavel />
              </i>{" "}
              {find(draw.words.title)}
            </span>
            <small>{find(draw.words.why)}</small>
          </button>
        )}
        {trades.length > 0 && (
          <button
            type="button"
            className={`btn big-choice ${draw === null ? "btn--go" : ""}`}
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
