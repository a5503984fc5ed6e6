/** What just happened and is worth a look, shown for a moment beside what one can do, never over the lot and its price. */
import { type ReactNode, useEffect, useState } from "react";
import { Animal } from "../cards/Animal";
import { Icon } from "../../../ui/Icon";
import { MoneyCard } from "../cards/MoneyCard";
import { Shape } from "../../../ui/Shape";
import { useTexts } from "../texts";
import type { Exposed, GameEvent, LotRevealed, TradeSettled } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { useCurtain } from "../../../theatre/context";
import { useLabels, useSaid } from "../../../model/table/said";
import { worth } from "../../../model/table/options";
import { useTradeWords } from "../trade/tradeWords";
import { useVariant } from "../variant";
import { UNTOLD } from "./untold";
import "./Highlight.css";

type Notable = Exposed | LotRevealed | TradeSettled;

const NOTHING: readonly GameEvent[] = [];
/** As long as the server holds the game for it, so that it is gone when something new begins. */
export const BEAT = 2800;
const LEAST = 1200;
const SHOWN: Readonly<Record<Notable["type"], number>> = { exposed: BEAT, lot_revealed: BEAT, trade_settled: BEAT };
type Durations = Readonly<Partial<Record<GameEvent["type"], number>>>;

/** How long an event is shown; 0: it is not worth a look. */
function shownFor(event: GameEvent, more: Durations): number {
  if (event.type === "lot_revealed" && event.payout === 0) return 0;
  const all: Durations = { ...SHOWN, ...more };
  return all[event.type] ?? 0;
}

export function Cards({ cards }: { readonly cards: readonly number[] }): ReactNode {
  const { t } = useTexts();
  if (cards.length === 0) return <p className="none">{t("cards.none")}</p>;
  return (
    <div className="shown">
      {cards
        .toSorted((one, other) => one - other)
        .map((card, place) => (
          <MoneyCard key={place} value={card} size="xs" />
        ))}
    </div>
  );
}

function Broke({ event }: { readonly event: Exposed }): ReactNode {
  const { t } = useTexts();
  const said = useSaid();
  return (
    <>
      <div>
        <h2 className="line">
          <Shape seat={event.seat} /> {said("play.happening.exposed", { seat: event.seat }, { amount: event.amount })}
        </h2>
        <p>{t("play.happening.cash", { cash: worth(event.cards) })}</p>
      </div>
      <Cards cards={event.cards} />
    </>
  );
}

function Payout({ event }: { readonly event: LotRevealed }): ReactNode {
  const { t } = useTexts();
  return (
    <div className="line payout">
      <Animal animal={event.lot} size="s" mute />
      <h2 className="line">{t("play.happening.donkey", { number: event.donkeys, payout: event.payout })}</h2>
      <MoneyCard value={event.payout} size="s" />
    </div>
  );
}

/** The two traders see both offers; everybody else only who gets the animals. */
export function Settled({ event }: { readonly event: TradeSettled }): ReactNode {
  const { t } = useTexts();
  const names = useLabels();
  const said = useSaid();
  const words = useTradeWords()(event.animal);
  const stake = t(`animal_count.${event.animal}`, { count: event.stake });
  const sides = [
    { seat: event.challenger, cards: event.offer },
    { seat: event.challenged, cards: event.counter },
  ];
  return (
    <>
      <div>
        <h2 className="line">
          {event.winner === null ? (
            t("play.happening.tie")
          ) : (
            <>
              <Shape seat={event.winner} />{" "}
              {words.won(event.winner, stake)}
            </>
          )}
        </h2>
        {event.accepted && <p>{said("play.happening.accepted", { seat: event.challenged })}</p>}
      </div>
      <div className="sides">
        {sides.map(
          ({ seat, cards }) =>
            cards !== null && (
              <div key={seat}>
                <b className="line">
                  <Shape seat={seat} /> {names[seat]}: {worth(cards)}
                </b>
                <Cards cards={cards} />
              </div>
            ),
        )}
      </div>
    </>
  );
}

interface Happening {
  readonly event: GameEvent;
  /** The events of its step. */
  readonly events: readonly GameEvent[];
}

export function Told({ event, events }: Happening): ReactNode {
  const { Highlight: More } = useVariant();
  switch (event.type) {
    case "exposed":
      return <Broke event={event} />;
    case "lot_revealed":
      return <Payout event={event} />;
    case "trade_settled":
      return <Settled event={event} />;
    default:
      return <More event={event} events={events} />;
  }
}

/** What is worth a look just now, and how to look away. */
export function useHappening(): readonly [Happening | null, () => void] {
  const { highlights, steady } = useVariant();
  const curtain = useCurtain();
  const events = useTable((state) => state.events);
  // Nothing may lie over something that goes on by itself: somebody has to see it.
  const covered = useTable((state) => state.view !== null && steady.includes(state.view.phase.phase));
  const [shown, setShown] = useState<GameEvent | null>(null);
  const [told, setTold] = useState(NOTHING);
  const [known, setKnown] = useState(NOTHING);
  if (known !== events) {
    setKnown(events);
    const latest = events.findLast((event) => shownFor(event, highlights) > 0);
    if (latest !== undefined) {
      setShown(latest);
      setTold(events);
    } else if (events === UNTOLD) setShown(null);
  }
  useEffect(() => {
    if (shown === null) return undefined;
    // What was played before it is shown takes of its time, but nobody reads in none.
    const left = Math.max(LEAST, shownFor(shown, highlights) - (curtain?.heldFor ?? 0));
    const timer = setTimeout(() => setShown(null), left);
    return () => clearTimeout(timer);
  }, [shown, highlights, curtain]);
  return [shown === null || covered ? null : { event: shown, events: told }, () => setShown(null)];
}

export function Highlight(): ReactNode {
  const { t } = useTexts();
  const [now, close] = useHappening();
  if (now === null) return null;
  return (
    <div className={`line happening ${now.event.type}`}>
      <Told {...now} />
      {/* As large as all of it: a tap anywhere closes. */}
      <button type="button" className="icon-btn" aria-label={t("play.close")} onClick={close}>
        <Icon name="x" size={18} />
      </button>
    </div>
  );
}
