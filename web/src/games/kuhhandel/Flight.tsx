/** Animals on their way to their new owner. Only a show: the view is right already. */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Animal } from "./Animal";
import { useVariant } from "./variant";
import type { GameEvent, Kind } from "../../protocol/types";
import { useTable } from "../../table/context";
import { paced } from "../../table/preferences";
import "./Flight.css";

interface Way {
  readonly animal: Kind;
  /** The seat it comes from; null: the stage. */
  readonly from: number | null;
  readonly to: number;
}

const DURATION = 700;

function wayOf(event: GameEvent, unwanted: Kind | null): Way | null {
  if (event.type === "lot_taken") return { animal: event.lot, from: null, to: event.seat };
  if (event.type !== "trade_settled" || event.winner === null) return null;
  const loser = event.winner === event.challenger ? event.challenged : event.challenger;
  // Whoever bids more gets the animals, or is rid of what nobody wants.
  const [from, to] = event.animal === unwanted ? [event.winner, loser] : [loser, event.winner];
  return { animal: event.animal, from, to };
}

function middle(selector: string): { x: number; y: number } | null {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box === undefined ? null : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function place(seat: number | null): { x: number; y: number } | null {
  return middle(seat === null ? ".stage" : `[data-seat="${seat}"]`);
}

export function Flight(): ReactNode {
  const { unwanted } = useVariant();
  const events = useTable((state) => state.events);
  const [way, setWay] = useState<Way | null>(null);
  const [known, setKnown] = useState(events);
  const card = useRef<HTMLDivElement>(null);
  if (known !== events) {
    setKnown(events);
    const news = events.map((event) => wayOf(event, unwanted)).findLast((one) => one !== null);
    if (news != null && paced(DURATION) > 0) setWay(news);
  }
  useLayoutEffect(() => {
    if (way === null || card.current === null) return undefined;
    const from = place(way.from);
    const to = place(way.to);
    if (from === null || to === null) return undefined;
    const flight = card.current.animate(
      [
        { transform: `translate(${from.x}px, ${from.y}px) translate(-50%, -50%) scale(1)`, opacity: 1 },
        { transform: `translate(${to.x}px, ${to.y}px) translate(-50%, -50%) scale(.35)`, opacity: 0.6 },
      ],
      { duration: paced(DURATION), easing: "cubic-bezier(.5, 0, .2, 1)", fill: "forwards" },
    );
    flight.addEventListener("finish", () => setWay(null));
    return () => flight.cancel();
  }, [way]);
  if (way === null) return null;
  return (
    <div className="flight" ref={card} aria-hidden="true">
      <Animal animal={way.animal} size="l" mute />
    </div>
  );
}
