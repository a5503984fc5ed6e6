/** Taking the top card of the deck, in the way that the server offers. */
import type { GameAction } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { choices } from "../../../model/table/options";
import { type DrawWords, useVariant } from "../variant";

const AUCTION: DrawWords = { action: "auction", title: "play.bar.auction", why: "play.bar.auction_why", deck: "play.bar.deck", must: "play.bar.must_auction" };

export interface Draw {
  readonly action: GameAction;
  readonly words: DrawWords;
}

export function useDraw(): Draw | null {
  const { draws } = useVariant();
  const options = useTable((state) => state.options);
  for (const words of [AUCTION, ...draws]) {
    const action = choices(options).find(({ type }) => type === words.action);
    if (action !== undefined) return { action, words };
  }
  return null;
}
