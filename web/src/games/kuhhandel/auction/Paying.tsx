/** Paying with cards from the hand: the cheapest lie ready, and can be changed. */
import { type ReactNode, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { useTexts } from "../texts";
import type { Pick } from "../../../protocol/types";
import { Dialog } from "../../../ui/Dialog";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { Hand } from "../cards/Hand";
import { Private, useHandParts } from "../handParts";
import { cheapest, filled, picksOf, refusal } from "../../../model/table/options";

type Cards = readonly number[];

/** What is paid for, and how it is counted: by value or in cards. */
interface Bill {
  readonly title: string;
  readonly lot: ReactNode;
  readonly price: ReactNode;
  readonly given: (cards: Cards) => ReactNode;
  readonly hint: string;
  readonly pay: (cards: Cards) => string;
  readonly reminder?: string;
}

function PayDialog({ bill, pick, onClose }: { readonly bill: Bill; readonly pick: Pick; readonly onClose: () => void }): ReactNode {
  const { t, find } = useTexts();
  const act = useAct();
  const ready = useReady();
  const waiting = useWaiting();
  const you = useTable((state) => state.you);
  const [picked, setPicked] = useState<Cards>(() => cheapest(pick) ?? []);
  const code = refusal(pick, picked);
  return (
    <Dialog className="pay" onClose={onClose} title={bill.title} aside={<Countdown seat={you} />}>
      <Private>
        <div className="versus pays">
          {bill.lot}
          <div className="two">
            <div>
              <small>{t("play.pay.price")}</small>
              <b>{bill.price}</b>
            </div>
            <div>
              <small>{t("play.pay.yours")}</small>
              {bill.given(picked)}
            </div>
          </div>
        </div>
        <p className="hint" role="status">
          {code === null ? bill.hint : find(`refusal.${code}`)}
        </p>
        <Hand cards={pick.pool} picked={picked} onPick={setPicked} />
        <footer>
          {bill.reminder !== undefined && (
            <span className="line reminder">
              <Icon name="help" size={16} /> {bill.reminder}
            </span>
          )}
          <button type="button" className="btn" onClick={() => setPicked(cheapest(pick) ?? [])}>
            {t("play.pay.best")}
          </button>
          <button type="button" className="btn btn--go" disabled={code !== null || !ready || waiting} onClick={() => act(filled(pick, picked))}>
            <Icon name="coin" size={18} /> {bill.pay(picked)}
          </button>
        </footer>
      </Private>
    </Dialog>
  );
}

export function Paying({ bill, prompt }: { readonly bill: Bill; readonly prompt: ReactNode }): ReactNode {
  const { t } = useTexts();
  const options = useTable((state) => state.options);
  // Before a big screen one's money is opened by oneself.
  const [open, setOpen] = useState(useHandParts() === null);
  const pick = picksOf(options, "pay")[0];
  if (pick === undefined) return null;
  return (
    <>
      <p className="line prompt">{prompt}</p>
      <button type="button" className="btn btn--go" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("play.pay.open")}
      </button>
      {open && <PayDialog bill={bill} pick={pick} onClose={() => setOpen(false)} />}
    </>
  );
}
