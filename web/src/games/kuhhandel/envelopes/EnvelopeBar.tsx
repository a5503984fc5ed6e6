/** One answer, once, in secret: a highest price, or none. The auctioneer says up to which price to buy out. */
import { type ReactNode, useState } from "react";
import { TextedWith } from "../../../i18n/text";
import type { EnvelopesView, GameAction, Option, Range } from "../../../protocol/types";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { cost, filled, offered } from "../../../model/table/options";
import { Dialog } from "../../../ui/Dialog";
import { Icon } from "../../../ui/Icon";
import { Animal } from "../cards/Animal";
import { ENVELOPE, useTexts } from "./envelopeTexts";
import OrdersButton from "../orders/Orders";
import { Reconsider } from "./Reconsider";
import { kuhhandelView } from "../view";
import "../auction/BidBar.css";
import "./EnvelopeBar.css";

const BROKE: readonly number[] = [];
/** For an example: what somebody else may have named, as a part of one's own price. */
const PART = 0.6;

interface Props {
  readonly phase: EnvelopesView;
}

/** What may be named, and what may be named together with a plan for the next turn; null: nothing. */
function useRanges(): { readonly range: Range | null; readonly planned: Range | null } {
  const options = useAnswers();
  const ranges = options.filter((option): option is Range => option.option === "range" && option.action.type === "maximum");
  const named = (ahead: boolean): Range | null => ranges.find(({ action }) => action.type === "maximum" && action.ahead === ahead) ?? null;
  return { range: named(false), planned: named(true) };
}

/** What can be handed in: for the first time, or instead of what is there. */
function useAnswers(): readonly Option[] {
  return useTable((state) => state.answer?.options ?? state.options);
}

/** What was handed in, be it on its way or there. */
function useHandedIn(): GameAction | null {
  return useTable((state) => state.pending.findLast((one) => one.action !== null)?.action ?? state.held);
}

function usePayable(): readonly number[] {
  return useTable((state) => (state.you === null ? null : kuhhandelView(state.view)?.seats[state.you]?.payable)) ?? BROKE;
}

/** What would come of an amount, in sentences. */
function Consequences({ amount, range, keeps }: { readonly amount: number; readonly range: Range; readonly keeps: boolean }): ReactNode {
  const { t } = useTexts();
  const payable = usePayable();
  const { step } = range;
  const second = Math.max(step, Math.floor((amount * PART) / step) * step);
  if (amount < range.low) return <p className="dialog-note">{t(keeps ? "envelope.ask_auctioneer" : "envelope.ask")}</p>;
  if (keeps) {
    return (
      <ul className="consequences">
        <li>{t("envelope.keeps", { amount })}</li>
        <li>{t("envelope.sells")}</li>
      </ul>
    );
  }
  return (
    <ul className="consequences">
      <li>{amount > step ? t("envelope.second", { second: Math.min(second, amount - step), price: Math.min(second, amount - step) + step }) : t("envelope.alone", { price: step })}</li>
      <li>{t("envelope.outbid", { amount })}</li>
      {cost(payable, amount) === null && <li className="over">{t("envelope.bluff", { cash: Math.max(0, ...payable) })}</li>}
    </ul>
  );
}

interface AmountProps {
  readonly range: Range;
  readonly amount: number;
  readonly onAmount: (amount: number) => void;
}

/** One value, by steps or by a slider that goes as far as one's money; steps go further. */
function Amount({ range, amount, onAmount }: AmountProps): ReactNode {
  const { t } = useTexts();
  const cash = Math.max(0, ...usePayable());
  const most = Math.min(range.high, Math.max(cash - (cash % range.step), range.low, amount));
  return (
    <>
      <div className="step step-alone" role="group" aria-label={t("envelope.amount")}>
        <button type="button" aria-label={`−${range.step}`} disabled={amount <= 0} onClick={() => onAmount(amount - range.step)}>
          −
        </button>
        <output>
          <b>{amount}</b>
        </output>
        <button type="button" aria-label={`+${range.step}`} disabled={amount >= range.high} onClick={() => onAmount(amount + range.step)}>
          +
        </button>
      </div>
      <input
        type="range"
        className="up-to"
        min={0}
        max={most}
        step={range.step}
        value={amount}
        aria-label={t("envelope.amount")}
        onChange={(event) => onAmount(Number(event.target.value))}
      />
    </>
  );
}

interface WritingProps extends Props {
  readonly range: Range;
  readonly planned: Range | null;
  readonly otherwise: GameAction;
  readonly onClose: () => void;
}

function Writing({ phase, range, planned, otherwise, onClose }: WritingProps): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const waiting = useWaiting();
  const you = useTable((state) => state.you);
  const before = useTable((state) => state.answer?.action);
  // Nothing is proposed: what it is worth to somebody is theirs to say.
  const [amount, setAmount] = useState(before?.type === "maximum" ? before.amount : 0);
  const [ahead, setAhead] = useState(before?.type === "maximum" && before.ahead);
  const plan = ahead ? planned : null;
  const hand = (action: GameAction): void => {
    act(action);
    onClose();
  };
  const keeps = phase.auctioneer === you;
  const still = !ready || waiting;
  return (
    <Dialog className="pay" onClose={onClose} title={t(keeps ? "envelope.title_auctioneer" : "envelope.title", { animal: phase.lot })} aside={<Countdown seat={you} />}>
      <div className="line writing">
        <Animal animal={phase.lot} size="m" />
        <div>
          <Amount range={range} amount={amount} onAmount={setAmount} />
        </div>
      </div>
      <Consequences amount={amount} range={range} keeps={keeps} />
      <p className="dialog-note">{t("envelope.paid")}</p>
      {planned !== null && (
        <label className="line order-flag">
          <input type="checkbox" checked={ahead} onChange={(event) => setAhead(event.currentTarget.checked)} /> {t("envelope.ahead")}
        </label>
      )}
      <footer>
        <button type="button" className="btn" disabled={still} onClick={() => hand(plan === null ? otherwise : filled(plan, 0))}>
          {t(keeps ? "envelope.sell" : "envelope.pass")}
        </button>
        <button type="button" className="btn btn--go" disabled={still || amount < range.low} onClick={() => hand(filled(plan ?? range, amount))}>
          <Icon name="lock" size={18} /> {amount < range.low ? t("envelope.seal_none") : t("envelope.seal", { amount })}
        </button>
      </footer>
    </Dialog>
  );
}

/** What lies in the envelope, and the ways to change that until it is opened. */
function Sealed({ action, onChange }: { readonly action: GameAction; readonly onChange: (() => void) | null }): ReactNode {
  const { t } = useTexts();
  const passes = t(action.type === "sell" ? "envelope.sealed_sell" : "envelope.sealed_pass");
  const said = action.type === "maximum" && action.amount > 0 ? t("envelope.sealed", { amount: action.amount }) : passes;
  return (
    <>
      <p className="line prompt" role="status">
        <Icon name="lock" size={18} /> {said} {t("envelope.waits")}
      </p>
      <Reconsider onChange={onChange} />
    </>
  );
}

function Asked({ phase }: Props): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const options = useAnswers();
  const { range, planned } = useRanges();
  const you = useTable((state) => state.you);
  const handed = useHandedIn();
  const [open, setOpen] = useState(false);
  const keeps = phase.auctioneer === you;
  const otherwise = offered(options, keeps ? "sell" : "pass")[0];
  const writing = open && range !== null && otherwise !== undefined && (
    <Writing phase={phase} range={range} planned={planned} otherwise={otherwise} onClose={() => setOpen(false)} />
  );
  if (handed !== null) {
    return (
      <>
        <Sealed action={handed} onChange={range === null ? null : () => setOpen(true)} />
        {writing}
      </>
    );
  }
  if (otherwise === undefined) return null;
  return (
    <>
      <p className="line prompt">
        {t(range === null ? "envelope.broke" : keeps ? "envelope.ask_auctioneer" : "envelope.ask")} <Countdown seat={you} />
      </p>
      {range !== null && (
        <button type="button" className="btn btn--go" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="lock" size={18} /> {t(keeps ? "envelope.open_auctioneer" : "envelope.open")}
        </button>
      )}
      <button type="button" className="btn btn--ghost pass" disabled={!ready} onClick={() => act(otherwise)}>
        {t(keeps ? "envelope.sell" : "envelope.pass")}
      </button>
      <OrdersButton />
      {writing}
    </>
  );
}

export default function EnvelopeBar({ phase }: Props): ReactNode {
  return (
    <TextedWith files={ENVELOPE}>
      <Asked phase={phase} />
    </TextedWith>
  );
}
