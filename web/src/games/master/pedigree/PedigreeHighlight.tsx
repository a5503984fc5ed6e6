/** What just happened in Kuhhandel Master: a slap, a rat that found a home, cards that were divided. */
import type { ReactNode } from "react";
import { Animal } from "../../kuhhandel/cards/Animal";
import { MoneyBack } from "../../kuhhandel/cards/Backs";
import { BEAT, Cards } from "../../kuhhandel/stage/Highlight";
import { Drawn } from "./Drawn";
import { Pedigree } from "./Pedigree";
import { Shape } from "../../../ui/Shape";
import { useTexts } from "../texts";
import type { CardTaken, GameEvent, PedigreeTaken, QuartetCovered, RatTaken, SlapExposed, Slapped } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { useLabels, useSaid } from "../../../model/table/said";
import { worth } from "../../../model/table/options";
import "./PedigreeHighlight.css";

export type MasterHighlight = CardTaken | PedigreeTaken | QuartetCovered | RatTaken | SlapExposed | Slapped;

/** How long each is shown, in milliseconds. */
export const HIGHLIGHTS: Readonly<Record<MasterHighlight["type"], number>> = {
  slapped: 2500,
  slap_exposed: BEAT,
  pedigree_taken: BEAT,
  rat_taken: BEAT,
  card_taken: BEAT,
  quartet_covered: BEAT,
};

/** Both cards of a division: money stays between its owner and whoever has looked at it. */
function Dealt({ cards }: { readonly cards: readonly CardTaken[] }): ReactNode {
  const { t } = useTexts();
  const said = useSaid();
  const paid = cards.filter((one) => one.payout > 0);
  return (
    <>
      {paid.map((one) => (
        <h2 className="line" key={one.donkeys}>{t("play.master.donkey", { number: one.donkeys, payout: one.payout })}</h2>
      ))}
      <div className="centred divided">
        {cards.map((one) => (
          <div key={one.seat}>
            <b className="line">
              <Shape seat={one.seat} /> {said("play.master.got_card", { seat: one.seat })}
            </b>
            {one.card === null ? <MoneyBack size="s" /> : <Drawn card={one.card} size="s" />}
            {one.card === null && <small>{t("play.master.got_money")}</small>}
          </div>
        ))}
      </div>
    </>
  );
}

export default function PedigreeHighlight({ event, events }: { readonly event: MasterHighlight; readonly events: readonly GameEvent[] }): ReactNode {
  const { t, language } = useTexts();
  const names = useLabels();
  const said = useSaid();
  const { seat } = event;
  // Where the quickest hand wins, or the nearest seat, nothing is drawn.
  const drawn = useTable(({ view }) => view?.game === "master" && view.rules.slap === "lottery" && view.rules.slap_tie === "random");
  switch (event.type) {
    case "slapped": {
      const rivals = event.rivals ?? [];
      const seats = new Intl.ListFormat(language).format(rivals.map((rival) => names[rival] ?? ""));
      return (
        <div className="line payout">
          <img className="slap-hand" src="/art/hand.svg" alt="" />
          <div>
            <h2 className="line">
              <Shape seat={event.seat} /> {said("play.master.first", { seat })}
            </h2>
            {drawn && rivals.length > 1 && <p>{t("play.master.lot", { seats })}</p>}
          </div>
        </div>
      );
    }
    case "slap_exposed":
      return (
        <>
          <div>
            <h2 className="line">
              <Shape seat={event.seat} /> {said("play.master.broke", { seat }, { count: event.count })}
            </h2>
            <p>{t("play.happening.cash", { cash: worth(event.cards) })}</p>
          </div>
          <Cards cards={event.cards} />
        </>
      );
    case "pedigree_taken":
      return (
        <div className="line payout">
          <Pedigree animal={event.animal} size="s" />
          <h2 className="line">
            <Shape seat={event.seat} /> {said(event.price === 0 ? "play.master.got_free" : "play.master.got_pedigree", { seat })}
          </h2>
        </div>
      );
    case "rat_taken":
      return (
        <>
          <div className="line payout">
            <Animal animal="rat" size="s" mute />
            <div>
              <h2 className="line">
                <Shape seat={event.seat} /> {said("play.master.took_rat", { seat })}
              </h2>
              <p>{event.count === 0 ? t("play.master.take_alone") : t("play.master.take_why", { count: event.count })}</p>
            </div>
          </div>
          {event.cards !== null && event.cards.length > 0 && <Cards cards={event.cards} />}
        </>
      );
    case "card_taken":
      return <Dealt cards={events.filter((one) => one.type === "card_taken")} />;
    case "quartet_covered":
      return (
        <div className="line payout">
          <Animal animal={event.animal} size="s" />
          <h2 className="line">
            <Shape seat={event.seat} /> {said("play.master.covers", { seat })}
          </h2>
        </div>
      );
  }
}
