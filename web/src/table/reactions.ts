/** Shows the faces that bots make, as if they had said them. The server knows nothing of them. */
import { useEffect, useRef } from "react";
import { useGame } from "../model/game/context";
import { useCurtain } from "../theatre/context";
import { useTable, useTableStore } from "../model/table/context";
import type { Reaction } from "../model/table/emotes";
import { usePreferences } from "../model/table/preferences";
import { withLine } from "../model/table/store";

/** A face comes a little after what it is made at. */
const AFTER = 700;

export function useReactions(): void {
  const store = useTableStore();
  const game = useGame();
  const curtain = useCurtain();
  const events = useTable((state) => state.events);
  const wanted = usePreferences((state) => state.faces);
  const before = useRef(store.getState().seq);
  const shown = useRef(0);
  useEffect(() => {
    const { seq, view, party } = store.getState();
    // Not at what was missed, which may be long ago.
    const next = seq === before.current + 1;
    before.current = seq;
    if (!next || !wanted || view === null || game === null) return undefined;
    const bots = (party?.places ?? []).flatMap(({ kind }, seat) => (kind === "bot" ? [seat] : []));
    const show = ({ seat, emote }: Reaction): void => {
      // The server counts lines from one upwards: these can never be taken for any of its own.
      shown.current -= 1;
      const line = { id: shown.current, seat, name: "", at: Date.now(), phrase: null, text: emote };
      store.setState({ chat: withLine(store.getState().chat, line) });
    };
    const faces = game.reactionsOf(events, view, bots);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      timer = setTimeout(() => faces.forEach(show), AFTER);
    };
    if (faces.length === 0) return undefined;
    // A face would tell how a scene ends.
    const forget = curtain?.whenLifted(soon);
    if (curtain === null) soon();
    return () => {
      forget?.();
      clearTimeout(timer);
    };
  }, [events, game, store, wanted, curtain]);
}
