/** With whom, and for which animal: only what the server offers. */
import type { ReactNode } from "react";
import { Animal } from "../cards/Animal";
import { Icon } from "../../../ui/Icon";
import { Shape } from "../../../ui/Shape";
import { useTexts } from "../texts";
import type { ChallengeTrade } from "../../../protocol/types";
import { Dialog } from "../../../ui/Dialog";
import { useAct, useReady } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { kuhhandelView } from "../view";
import { useNames } from "../../../model/table/names";
import "./TradeChoice.css";

interface Props {
  readonly trades: readonly ChallengeTrade[];
  readonly onClose: () => void;
}

function Pair({ trade, onChoose }: { readonly trade: ChallengeTrade; readonly onChoose: () => void }): ReactNode {
  const { t } = useTexts();
  const name = useNames()[trade.seat] ?? "";
  const own = useTable((state) => (state.you === null ? 0 : (kuhhandelView(state.view)?.seats[state.you]?.herd[trade.animal] ?? 0)));
  const theirs = useTable((state) => kuhhandelView(state.view)?.seats[trade.seat]?.herd[trade.animal] ?? 0);
  const ready = useReady();
  return (
    <li>
      <button type="button" className="btn trade-pair" disabled={!ready} onClick={onChoose}>
        <Animal animal={trade.animal} size="s" mute />
        <span>
          <b>{t(`animal.${trade.animal}`)}</b>
          <span className="line trader">
            <Shape seat={trade.seat} /> {name}
          </span>
          <small>{t("action.trade_counts", { own, theirs })}</small>
        </span>
      </button>
    </li>
  );
}

export function TradeChoice({ trades, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  return (
    <Dialog
      onClose={onClose}
      title={
        <>
          <Icon name="swap" size={24} /> {t("play.trade.title")}
        </>
      }
    >
      <p className="lead">{t("play.trade.choose")}</p>
      <ul className="trade-pairs">
        {trades.map((trade) => (
          <Pair
            key={`${trade.animal}${trade.seat}`}
            trade={trade}
            onChoose={() => {
              act(trade);
              onClose();
            }}
          />
        ))}
      </ul>
    </Dialog>
  );
}
