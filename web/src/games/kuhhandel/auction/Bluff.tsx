/** More than one has: what would follow, asked before the first such bid on a device. */
import type { ReactNode } from "react";
import { noteGiven } from "../../../coach/hints/givenHints";
import { useTable } from "../../../model/table/context";
import { worth } from "../../../model/table/options";
import { Dialog } from "../../../ui/Dialog";
import { Icon } from "../../../ui/Icon";
import { Hand } from "../cards/Hand";
import { BLUFFED } from "../hints";
import { useTexts } from "../texts";
import { kuhhandelView } from "../view";
import "./Bluff.css";

const NOTHING: readonly number[] = [];

interface Props {
  readonly amount: number;
  readonly onBid: () => void;
  readonly onClose: () => void;
}

export default function Bluff({ amount, onBid, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const purse = useTable((state) => (state.you === null ? null : kuhhandelView(state.view)?.seats[state.you]?.purse)) ?? NOTHING;
  const penalty = useTable((state) => kuhhandelView(state.view)?.rules.overbid ?? "restart_excluded");
  const close = (): void => {
    noteGiven([BLUFFED]);
    onClose();
  };
  return (
    <Dialog className="bluff" onClose={close} title={t("play.bluffing.title")}>
      <p className="lead">{t("play.bluffing.have", { cash: worth(purse), amount })}</p>
      <Hand cards={purse} />
      <ul className="bluff-facts">
        <li>
          <Icon name="x" size={20} /> {t("play.bluffing.cannot")}
        </li>
        <li>
          <Icon name="eye" size={20} /> {t("play.bluffing.shown")}
        </li>
        <li>
          <Icon name="swap" size={20} /> {t(`play.bluffing.${penalty}`)}
        </li>
        <li>
          <Icon name="check" size={20} /> {t("play.bluffing.unknown")}
        </li>
      </ul>
      <div className="decide">
        <button
          type="button"
          className="btn"
          onClick={() => {
            close();
            onBid();
          }}
        >
          {t("play.bluffing.yes", { amount })}
        </button>
        <button type="button" className="btn btn--go" onClick={close}>
          {t("play.bluffing.no")}
        </button>
      </div>
      <p className="dialog-note">{t("play.bluffing.once")}</p>
    </Dialog>
  );
}
