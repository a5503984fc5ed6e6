/** Paying for a lot: the cheapest cards lie ready, and can be changed. */
import { type ReactNode, useState } from "react";
import { Animal } from "../cards/Animal";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import type { PaymentView, Pick } from "../protocol/types";
import { useAct, useReady, useWaiting } from "./acting";
import { useTable } from "./context";
import { Countdown } from "./Countdown";
import { Hand } from "./Hand";
import { Modal } from "./Modal";
import { useNames } from "./names";
import { cheapest, filled, picksOf, refusal, worth } from "./options";

interface Props {
  readonly phase: PaymentView;
  readonly pick: Pick;
  readonly onClose: () => void;
}

function PayDialog({ phase, pick, onClose }: Props): ReactNode {
  const { t, find } = useTexts();
  const act = useAct();
  const ready = useReady();
  const waiting = useWaiting();
  const you = useTable((state) => state.you);
  const names = useNames();
  const [picked, setPicked] = useState(() => cheapest(pick) ?? []);
  const code = refusal(pick, picked);
  const sum = worth(picked);
  const payee = names[phase.payee] ?? "";
  return (
    <Modal
      className="pay"
      onClose={onClose}
      title={t("play.pay.title", { price: phase.price, payee })}
      aside={<Countdown seat={you} />}
    >
      <div className="vs pays">
        <Animal animal={phase.lot} size="m" />
        <div className="two">
          <div>
            <small>{t("play.pay.price")}</small>
            <b>{phase.price}</b>
          </div>
          <div>
            <small>{t("play.pay.yours")}</small>
            <b>{sum}</b>
            {sum > phase.price && <em>{t("play.pay.over", { over: sum - phase.price })}</em>}
          </div>
        </div>
      </div>
      <p className="hint" role="status">
        {code === null ? t("play.pay.hint") : find(`refusal.${code}`)}
      </p>
      <Hand cards={pick.pool} picked={picked} onPick={setPicked} />
      <footer>
        <span className="reminder">
          <Icon name="help" size={16} /> {t("play.pay.no_change")}
        </span>
        <button type="button" className="btn" onClick={() => setPicked(cheapest(pick) ?? [])}>
          {t("play.pay.best")}
        </button>
        <button
          type="button"
          className="btn btn--go"
          disabled={code !== null || !ready || waiting}
          onClick={() => act(filled(pick, picked))}
        >
          <Icon name="coin" size={18} /> {t("play.pay.pay", { sum })}
        </button>
      </footer>
    </Modal>
  );
}

export function PayBar({ phase }: { readonly phase: PaymentView }): ReactNode {
  const { t } = useTexts();
  const options = useTable((state) => state.options);
  const names = useNames();
  const [open, setOpen] = useState(true);
  const pick = picksOf(options, "pay")[0];
  if (pick === undefined) return null;
  return (
    <>
      <p className="prompt">{t("phase.payment.you", { price: phase.price, payee: names[phase.payee] ?? "" })}</p>
      <button type="button" className="btn btn--go" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("play.pay.open")}
      </button>
      {open && <PayDialog phase={phase} pick={pick} onClose={() => setOpen(false)} />}
    </>
  );
}
