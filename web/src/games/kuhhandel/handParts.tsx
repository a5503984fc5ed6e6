/** What differs in hand mode; null at the full table. The parts are loaded with hand mode. */
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { BiddingView, GameAction, Range } from "../../protocol/types";

export interface BidsProps {
  readonly phase: BiddingView;
  /** Null if the player cannot bid. */
  readonly range: Range | null;
  readonly pass: GameAction | undefined;
  readonly leads: boolean;
}

interface HandParts {
  readonly Bids: ComponentType<BidsProps>;
  /** Wraps cards that the player picks from: they are covered after a while. */
  readonly Covered: ComponentType<{ readonly children: ReactNode }>;
  /** A button that opens a dialog to pick from. */
  readonly DialogButton: ComponentType<{ readonly title: string; readonly children: ReactNode }>;
}

export const HandContext = createContext<HandParts | null>(null);

export function useHandParts(): HandParts | null {
  return useContext(HandContext);
}

/** Wraps private content of a dialog: in hand mode it can be covered. */
export function Private({ children }: { readonly children: ReactNode }): ReactNode {
  const hand = useHandParts();
  return hand === null ? children : <hand.Covered>{children}</hand.Covered>;
}

/** Private choices: in the bar at the full table, in a dialog in hand mode. */
export function PrivateDialog({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const hand = useHandParts();
  return hand === null ? children : <hand.DialogButton title={title}>{children}</hand.DialogButton>;
}
