/** Kuhhandel in hand mode: one line of what the screen shows, your own money face down, and large controls. */
import { type CSSProperties, type ReactNode, Suspense, useState } from "react";
import type { GameEvent, TradeSettled } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { cost, rangeOf, worth } from "../../../model/table/options";
import { Dialog } from "../../../ui/Dialog";
import { Icon } from "../../../ui/Icon";
import { Foot, HandFrame } from "../../../widgets/hand/HandFrame";
import { Covered, Veil } from "../../../widgets/hand/Veil";
import { ActionBar } from "../actions/ActionBar";
import { MoneyBack } from "../cards/Backs";
import { Hand } from "../cards/Hand";
import { Herd } from "../cards/Herd";
import { HandContext } from "../handParts";
import { Settled } from "../stage/Highlight";
import { useVariant } from "../variant";
import { kuhhandelView } from "../view";
import { Bids } from "./Bids";
import { handBids } from "./handBids";
import { Line } from "./Line";
import { useTexts } from "./texts";
import "./HandTable.css";

const NOTHING: readonly number[] = [];

/** Private choices, in a dialog of their own. */
function DialogButton({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn--go" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("hand.lay")}
      </button>
      {open && (
        <Dialog title={title} className="secretly" onClose={() => setOpen(false)}>
          <Covered>{children}</Covered>
        </Dialog>
      )}
    </>
  );
}

const PARTS = { Bids, Covered, DialogButton };

function Fan({ count }: { readonly count: number }): ReactNode {
  const { t } = useTexts();
  return (
    <div className="hand-fan" role="img" aria-label={t("play.money.cards", { count })} style={{ "--n": count } as CSSProperties}>
      {Array.from({ length: count }, (_, place) => (
        <div key={place} style={{ "--k": place } as CSSProperties}>
          <MoneyBack size="m" mute />
        </div>
      ))}
    </div>
  );
}

/** What the two bids would cost, where that is not the bid itself: only shown here, behind the veil. */
function Costs(): ReactNode {
  const { t } = useTexts();
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  const payable = useTable((state) => (state.you === null ? null : kuhhandelView(state.view)?.seats[state.you]?.payable)) ?? NOTHING;
  const range = useTable((state) => rangeOf(state.options, "bid"));
  if (phase?.phase !== "bidding" || range === null) return null;
  const dearer = handBids(phase, range).filter((amount) => cost(payable, amount) !== amount);
  if (dearer.length === 0) return null;
  return (
    <ul className="hand-costs">
      {dearer.map((amount) => {
        const pays = cost(payable, amount);
        return (
          <li key={amount} className="over">
            <b>{amount}</b> {pays === null ? t("play.bid.bluff") : t("play.bid.pays", { pays })}
          </li>
        );
      })}
    </ul>
  );
}

/** The last trade of this player, with the sums that only the two know. */
function useOwnTrade(): TradeSettled | null {
  const events = useTable((state) => state.events);
  const [known, setKnown] = useState<readonly GameEvent[]>([]);
  const [trade, setTrade] = useState<TradeSettled | null>(null);
  if (known !== events) {
    setKnown(events);
    const settled = events.findLast((event): event is TradeSettled => event.type === "trade_settled");
    if (settled !== undefined) setTrade(settled.offer === null ? null : settled);
    // The next card is up: the last trade is no longer of interest.
    else if (events.some(({ type }) => type === "lot_revealed" || type === "trade_began")) setTrade(null);
  }
  return trade;
}

function Money(): ReactNode {
  const { t } = useTexts();
  const { Secret } = useVariant();
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  const purse = useTable((state) => (state.you === null ? null : kuhhandelView(state.view)?.seats[state.you]?.purse)) ?? NOTHING;
  const trade = useOwnTrade();
  return (
    <Veil name={t("play.mine.money")} covered={<Fan count={purse.length} />}>
      <div className="hand-secret">
        {phase !== undefined && (
          <Suspense fallback={null}>
            <Secret phase={phase} />
          </Suspense>
        )}
      </div>
      <p className="hand-sum">{worth(purse)}</p>
      <Hand cards={purse} />
      <Costs />
      {trade !== null && (
        <section className="sheet-of-paper hand-trade" aria-label={t("hand.last_trade")}>
          <Settled event={trade} />
        </section>
      )}
    </Veil>
  );
}

function Animals(): ReactNode {
  const { t } = useTexts();
  const seat = useTable((state) => (state.you === null ? undefined : kuhhandelView(state.view)?.seats[state.you]));
  return (
    <section className="hand-herd" aria-label={t("play.mine.animals")}>
      {seat !== undefined && <Herd seat={seat} />}
    </section>
  );
}

/** Inside the frame, where the texts are loaded. */
function Content(): ReactNode {
  const { t } = useTexts();
  const [animals, setAnimals] = useState(false);
  return (
    <>
      <main className="hand-own">
        <Line />
        {animals ? <Animals /> : <Money />}
      </main>
      <ActionBar />
      <Foot>
        <button type="button" className="line" aria-pressed={animals} onClick={() => setAnimals(!animals)}>
          <Icon name={animals ? "coin" : "deck"} size={20} /> {t(animals ? "hand.money" : "hand.animals")}
        </button>
      </Foot>
    </>
  );
}

export default function HandTable(): ReactNode {
  return (
    <HandContext value={PARTS}>
      <HandFrame className="hand-market">
        <Content />
      </HandFrame>
    </HandContext>
  );
}
