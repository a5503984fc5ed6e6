/** What just happened and is worth a look, shown for a moment over the stage. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Animal } from "../cards/Animal";
import { Icon } from "../cards/Icon";
import { MoneyCard } from "../cards/MoneyCard";
import { Shape } from "../cards/Shape";
import { useTexts } from "../i18n/text";
import type { Exposed, GameEvent, LotRevealed, TradeSettled } from "../protocol/types";
import { useTable } from "./context";
import { useNames } from "./names";
import type { MasterNews } from "./master/News";
import { worth } from "./options";

const News = lazy(() => import("./master/News"));

type Notable = Exposed | LotRevealed | TradeSettled | MasterNews;

const NOTHING: readonly GameEvent[] = [];
const SHOWN: Readonly<Record<Notable["type"], number>> = {
  exposed: 6000,
  lot_revealed: 3000,
  trade_settled: 6000,
  slapped: 2500,
  slap_exposed: 6000,
  pedigree_taken: 3000,
  rat_taken: 3500,
  card_taken: 4000,
  quartet_covered: 4000,
};

function notable(event: GameEvent): event is Notable {
  return event.type in SHOWN && (event.type !== "lot_revealed" || event.payout > 0);
}

function Cards({ cards }: { readonly cards: readonly number[] }): ReactNode {
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
  const seat = useNames()[event.seat] ?? "";
  return (
    <>
      <h2>
        <Shape seat={event.seat} /> {t("play.happening.exposed", { seat, amount: event.amount })}
      </h2>
      <Cards cards={event.cards} />
      <p>{t("play.happening.cash", { cash: worth(event.cards) })}</p>
    </>
  );
}

function Payout({ event }: { readonly event: LotRevealed }): ReactNode {
  const { t } = useTexts();
  return (
    <div className="payout">
      <Animal animal={event.lot} size="s" mute />
      <h2>{t("play.happening.donkey", { number: event.donkeys, payout: event.payout })}</h2>
      <MoneyCard value={event.payout} size="s" />
    </div>
  );
}

/** The two traders see both offers; everybody else only who gets the animals. */
function Settled({ event }: { readonly event: TradeSettled }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const stake = t(`animal_count.${event.animal}`, { count: event.stake });
  const sides = [
    { seat: event.challenger, cards: event.offer },
    { seat: event.challenged, cards: event.counter },
  ];
  return (
    <>
      <h2>
        {event.winner === null ? (
          t("play.happening.tie")
        ) : (
          <>
            <Shape seat={event.winner} />{" "}
            {t(event.animal === "rat" ? "play.master.rid" : "play.happening.won", { seat: names[event.winner] ?? "", stake })}
          </>
        )}
      </h2>
      {event.accepted && <p>{t("play.happening.accepted", { seat: names[event.challenged] ?? "" })}</p>}
      <div className="sides">
        {sides.map(
          ({ seat, cards }) =>
            cards !== null && (
              <div key={seat}>
                <b>
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

export function Happening(): ReactNode {
  const { t } = useTexts();
  const events = useTable((state) => state.events);
  // Nothing may lie over a count: it goes on, and somebody has to see it.
  const counting = useTable((state) => state.view?.phase.phase === "countdown");
  const [shown, setShown] = useState<Notable | null>(null);
  const [told, setTold] = useState(NOTHING);
  const [known, setKnown] = useState(NOTHING);
  if (known !== events) {
    setKnown(events);
    const news = events.findLast(notable);
    if (news !== undefined) {
      setShown(news);
      setTold(events);
    }
  }
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(() => setShown(null), SHOWN[shown.type]);
    return () => clearTimeout(timer);
  }, [shown]);
  if (shown === null || counting) return null;
  return (
    <div className={`happening ${shown.type}`}>
      {shown.type === "exposed" && <Broke event={shown} />}
      {shown.type === "lot_revealed" && <Payout event={shown} />}
      {shown.type === "trade_settled" && <Settled event={shown} />}
      {shown.type !== "exposed" && shown.type !== "lot_revealed" && shown.type !== "trade_settled" && (
        <Suspense fallback={null}>
          <News event={shown} events={told} />
        </Suspense>
      )}
      <button type="button" className="icn" aria-label={t("play.close")} onClick={() => setShown(null)}>
        <Icon name="x" size={18} />
      </button>
    </div>
  );
}
