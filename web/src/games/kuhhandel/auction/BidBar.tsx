/** Bidding: some amounts at a tap with what they would really cost, any other by steps, and passing. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTexts } from "../texts";
import type { BiddingView, Range } from "../../../protocol/types";
import { useAct, useReady } from "../../../model/game/acting";
import { givenHints } from "../../../coach/hints/givenHints";
import { useTable } from "../../../model/table/context";
import { Caught } from "../../../ui/page/Caught";
import { BLUFFED } from "../hints";
import { usePendingBid } from "./pendingBid";
import { useHandParts } from "../handParts";
import { kuhhandelView } from "../view";
import { cost, filled, offered, quickBids, rangeOf, within } from "../../../model/table/options";
import "./BidBar.css";

// Asked once on a device.
const Bluff = lazy(() => import("./Bluff"));

/** A tap that was meant for the old price must not hit a new one. */
const GUARD = 300;

const AHEAD = 5;

/** Whether the price has just changed under the finger, or is just there. */
export function useFreshPrice(low: number | undefined): boolean {
  const [calm, setCalm] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setCalm(low), GUARD);
    return () => clearTimeout(timer);
  }, [low]);
  return calm !== low;
}

const BROKE: readonly number[] = [];

/** What a bid would cost, in words, where that is not the bid itself. */
function useCost(amount: number): string | null {
  const { t } = useTexts();
  const payable = useTable((state) => (state.you === null ? null : kuhhandelView(state.view)?.seats[state.you]?.payable)) ?? BROKE;
  const pays = cost(payable, amount);
  if (pays === amount) return null;
  return pays === null ? t("play.bid.bluff") : t("play.bid.pays", { pays });
}

function Cost({ amount }: { readonly amount: number }): ReactNode {
  const text = useCost(amount);
  const byHand = useHandParts() !== null;
  // Before a big screen somebody may look over a shoulder.
  if (text === null || byHand) return null;
  return <small className="over">{text}</small>;
}

interface BidProps {
  readonly amount: number;
  readonly className: string;
  readonly onBid: (amount: number) => void;
  readonly still: boolean;
  readonly children: ReactNode;
}

/** Bids only if the amount is the one shown when the finger came down. */
export function Bid({ amount, className, onBid, still, children }: BidProps): ReactNode {
  const { t } = useTexts();
  const text = useCost(amount);
  const byHand = useHandParts() !== null;
  const told = text === null || byHand ? "" : ` ${text}`;
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
      aria-label={`${t("play.bid.bid")} ${amount}${told}`}
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
  /** One's own bid stands, or stood when one chose to raise it: nothing shall tempt to. */
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

export function Stepper({ range, onBid, still, leads }: RangeProps): ReactNode {
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

/** Ask before somebody's first bid that they could not pay; null: nothing is asked. */
function useBluff(bid: (amount: number) => void): { readonly asked: number | null; readonly place: (amount: number) => void; readonly done: () => void } {
  const payable = useTable((state) => (state.you === null ? null : kuhhandelView(state.view)?.seats[state.you]?.payable)) ?? BROKE;
  const [asked, setAsked] = useState<number | null>(null);
  const place = (amount: number): void => {
    if (cost(payable, amount) === null && givenHints([BLUFFED]).length === 0) setAsked(amount);
    else bid(amount);
  };
  return { asked, place, done: () => setAsked(null) };
}

interface RaiseProps {
  readonly onRaise: () => void;
}

/** Instead of any amount while one leads: raising oneself takes a decision of its own. */
function Raise({ onRaise }: RaiseProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className="step">
      <button type="button" className="btn raise" onClick={onRaise}>
        {t("play.bid.raise")}
      </button>
    </div>
  );
}

function Bids({ range, phase, leads }: { readonly range: Range; readonly phase: BiddingView; readonly leads: boolean }): ReactNode {
  const act = useAct();
  const ready = useReady();
  const fresh = useFreshPrice(range.low);
  // The bid that somebody wants to raise although it is theirs.
  const [raising, setRaising] = useState<number | null>(null);
  const { asked, place, done } = useBluff((amount) => act(filled(range, amount)));
  const high = phase.high?.amount ?? 0;
  const held = leads && phase.polled === null && raising !== high;
  const still = !ready || fresh || held;
  return (
    <>
      <QuickBids range={range} onBid={place} still={still} leads={leads} />
      {held ? <Raise onRaise={() => setRaising(high)} /> : <Stepper range={range} onBid={place} still={still} leads={leads} />}
      {asked !== null && asked >= range.low && (
        <Caught fallback={null}>
          <Suspense fallback={null}>
            <Bluff amount={asked} onBid={() => act(filled(range, asked))} onClose={done} />
          </Suspense>
        </Caught>
      )}
    </>
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
  const leads = phase.high !== null && phase.high.seat === you;
  const hand = useHandParts();
  if (hand !== null) return <hand.Bids phase={phase} range={range} pass={pass} leads={leads} />;
  return (
    <>
      {range !== null && <Bids range={range} phase={phase} leads={leads} />}
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
