/** Bidding: some amounts at a tap with what they would really cost, any other by steps, and passing. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "./texts";
import type { BiddingView, Range } from "../../protocol/types";
import { useAct, useReady } from "../../table/acting";
import { usePendingBid } from "./pendingBid";
import { useTable } from "../../table/context";
import { kuhhandelView } from "./view";
import { cost, filled, offered, quickBids, rangeOf, within } from "../../table/options";
import "./BidBar.css";

/** A tap that was meant for the old price must not hit a new one. */
const GUARD = 300;

const AHEAD = 5;

/** Whether the price has just changed under the finger, or is just there. */
function useFreshPrice(low: number | undefined): boolean {
  const [calm, setCalm] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setCalm(low), GUARD);
    return () => clearTimeout(timer);
  }, [low]);
  return calm !== low;
}

const BROKE: readonly number[] = [];

/** What a bid would really cost, in words, and whether that is something to think about. */
function useCost(amount: number): { readonly text: string; readonly over: boolean } {
  const { t } = useTexts();
  const payable = useTable((state) => (state.you === null ? null : kuhhandelView(state.view)?.seats[state.you]?.payable)) ?? BROKE;
  const pays = cost(payable, amount);
  if (pays === amount) return { text: t("play.bid.exact"), over: false };
  return { text: pays === null ? t("play.bid.bluff") : t("play.bid.pays", { pays }), over: true };
}

function Cost({ amount }: { readonly amount: number }): ReactNode {
  const { text, over } = useCost(amount);
  return <small className={over ? "over" : ""}>{text}</small>;
}

interface BidProps {
  readonly amount: number;
  readonly className: string;
  readonly onBid: (amount: number) => void;
  readonly still: boolean;
  readonly children: ReactNode;
}

/** Bids what was on it when the finger came down: holding it while the price changes bids nothing. */
function Bid({ amount, className, onBid, still, children }: BidProps): ReactNode {
  const { t } = useTexts();
  const { text } = useCost(amount);
  const own = usePendingBid() ?? 0;
  const aimed = useRef<number | null>(null);
  // The same amount once more would be refused, as if somebody else had been faster.
  const quiet = still || amount <= own;
  const aim = (): void => {
    aimed.current = quiet ? 0 : amount;
  };
  return (
    <button
      type="button"
      className={`btn ${className}`}
      // Not `disabled`: that would throw the keyboard's focus away with every bid.
      aria-disabled={quiet}
      // Holds all that can be seen on it: people say that to have it pressed.
      aria-label={`${t("play.bid.bid")} ${amount} ${text}`}
      onPointerDown={aim}
      onKeyDown={aim}
      onClick={() => {
        if (!quiet && (aimed.current ?? amount) === amount) onBid(amount);
        aimed.current = null;
      }}
    >
      {children}
    </button>
  );
}

interface RangeProps {
  readonly range: Range;
  readonly onBid: (amount: number) => void;
  readonly still: boolean;
  /** One's own bid stands: nothing shall tempt to raise it. */
  readonly leads: boolean;
}

function QuickBids({ range, onBid, still, leads }: RangeProps): ReactNode {
  return (
    <div className="quick">
      {quickBids(range).map((amount, place) => (
        <Bid key={place} amount={amount} className={`quick-bid ${place === 0 && !leads ? "btn--go" : ""}`} onBid={onBid} still={still}>
          <span>{amount}</span> <Cost amount={amount} />
        </Bid>
      ))}
    </div>
  );
}

function Stepper({ range, onBid, still, leads }: RangeProps): ReactNode {
  const { t } = useTexts();
  const [wish, setWish] = useState(0);
  // Until somebody sets it, or when the price has passed it, the amount goes ahead of the price.
  const amount = within(range, wish < range.low ? range.low + AHEAD * range.step : wish);
  const step = (by: number): void => setWish(within(range, amount + by * range.step));
  return (
    <div className="step" role="group" aria-label={t("play.bid.own")}>
      <button type="button" aria-label={`−${range.step}`} disabled={amount <= range.low} onClick={() => step(-1)}>
        −
      </button>
      <output>
        <b>{amount}</b>
        <Cost amount={amount} />
      </output>
      <button type="button" aria-label={`+${range.step}`} disabled={amount >= range.high} onClick={() => step(1)}>
        +
      </button>
      <Bid amount={amount} className={leads ? "" : "btn--go"} onBid={onBid} still={still}>
        {t("play.bid.bid")}
      </Bid>
    </div>
  );
}

export function BidBar({ phase }: { readonly phase: BiddingView }): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const options = useTable((state) => state.options);
  const you = useTable((state) => state.you);
  const range = rangeOf(options, "bid");
  const pass = offered(options, "pass")[0];
  const call = offered(options, "call")[0];
  const fresh = useFreshPrice(range?.low);
  const still = !ready || fresh;
  const leads = phase.high !== null && phase.high.seat === you;
  const bid = (amount: number): void => {
    if (range !== null) act(filled(range, amount));
  };
  return (
    <>
      {range !== null && <QuickBids range={range} onBid={bid} still={still} leads={leads} />}
      {range !== null && <Stepper range={range} onBid={bid} still={still} leads={leads} />}
      {call !== undefined && (
        <button type="button" className="btn btn--go" disabled={!ready} onClick={() => act(call)}>
          {t(phase.calls === 0 ? "action.call_1" : phase.calls === 1 ? "action.call_2" : "action.call_3")}
        </button>
      )}
      {pass === undefined ? (
        <p className="line prompt passed">{leads ? t("play.bar.you_lead") : t("play.bar.passed")}</p>
      ) : (
        <button type="button" className="btn btn--ghost pass" disabled={!ready} onClick={() => act(pass)}>
          {t("play.bid.pass")}
        </button>
      )}
    </>
  );
}
