/** What a seat calls out in an auction. */
import type { GameEvent } from "../../../protocol/types";

export type Call = { readonly call: "bid"; readonly amount: number } | { readonly call: "out" | "broke" };

/**
 * What a seat has called out in a step: undefined if it goes on as before, null if it is silent now. `leads`: the bid that
 * stands is its own, and whoever passes then only lets it stand.
 */
export function calledBy(seat: number, events: readonly GameEvent[], leads: boolean): Call | null | undefined {
  let call: Call | null | undefined;
  for (const event of events) {
    switch (event.type) {
      case "bid_placed":
        // There is one bid at a time, and a later one takes its place.
        call = event.seat === seat ? { call: "bid", amount: event.amount } : call?.call === "out" ? call : null;
        break;
      case "passed":
        if (event.seat === seat && !leads) call = { call: "out" };
        break;
      case "exposed":
        if (event.seat === seat) call = { call: "broke" };
        break;
      case "lot_taken":
      case "turn_began":
        call = null;
        break;
      default:
    }
  }
  return call;
}
