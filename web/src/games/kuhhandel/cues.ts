/** What is heard of a step. Everybody in the room may hear it: it tells nothing that not all at the table know. */
import type { GameEvent, GameView, Kind } from "../../protocol/types";
import { kuhhandelView } from "./view";

/** Whether a seat has all four now. Herds lie open. */
export function hasQuartet(view: GameView, seat: number | null, kind: Kind): boolean {
  return seat !== null && kind !== "rat" && kuhhandelView(view)?.seats[seat]?.herd[kind] === 4;
}

function heardOf(event: GameEvent, view: GameView): readonly string[] {
  switch (event.type) {
    case "lot_revealed":
      return [`cry.${event.lot}`, ...(event.payout > 0 ? ["coins"] : [])];
    case "bid_placed":
      return ["bid"];
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
  return events.flatMap((event) => heardOf(event, view));
}
