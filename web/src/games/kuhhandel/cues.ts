/** What is heard of a step. Everybody in the room may hear it: it tells nothing that not all at the table know. */
import type { GameEvent, GameView, Kind } from "../../protocol/types";
import { kuhhandelView } from "./view";

/** Whether a seat has all four now. Herds lie open. */
export function hasQuartet(view: GameView, seat: number | null, kind: Kind): boolean {
  return seat !== null && kind !== "rat" && kuhhandelView(view)?.seats[seat]?.herd[kind] === 4;
}

/** How much higher than the first a bid sounds, in steps of 24 an octave: it rises fast at first, and ends two octaves up. */
export const heightOf = (amount: number): number => Math.min(48, Math.round(14 * Math.log2(1 + amount / 50)));

/** The most bidders that are heard together. */
const MOST_HEARD = 5;

/** The hall murmurs with a voice for each seat that may still bid: it thins out as they pass. */
function murmur(view: GameView): readonly string[] {
  const phase = kuhhandelView(view)?.phase;
  if (phase?.phase !== "bidding") return [];
  const silent = new Set([...phase.passed, ...phase.barred, phase.auctioneer]);
  const heard = Math.min(MOST_HEARD, (kuhhandelView(view)?.seats.length ?? 0) - silent.size);
  return heard > 0 ? [`murmur.${heard}`] : [];
}

function heardOf(event: GameEvent, view: GameView): readonly string[] {
  switch (event.type) {
    case "lot_revealed":
      return [`cry.${event.lot}`, ...(event.payout > 0 ? ["coins"] : [])];
    case "bid_placed":
      return [`bid+${heightOf(event.amount)}`];
    case "called_out":
      return [event.calls === 1 ? "once" : "twice"];
    case "gavel_fell":
      return ["sold"];
    case "envelopes_opened":
      return event.called.length > 0 ? ["sold"] : [];
    case "paid":
      return ["coins"];
    case "lot_taken":
      return hasQuartet(view, event.seat, event.lot) ? ["quartet"] : [];
    case "offer_made":
    case "counter_made":
      return ["cards"];
    case "trade_settled":
      return ["cards", ...(hasQuartet(view, event.winner, event.animal) ? ["quartet"] : [])];
    default:
      return [];
  }
}

export function cuesOf(events: readonly GameEvent[], view: GameView): readonly string[] {
  const stirs = events.some(({ type }) => type === "bid_placed" || type === "passed");
  return [...events.flatMap((event) => heardOf(event, view)), ...(stirs ? murmur(view) : [])];
}
