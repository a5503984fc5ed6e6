/** Keeps the address at the place in the game, so that a link or a reload leads back to it. */
import { useEffect } from "react";
import { hashOf, spotOf } from "../../model/replay/address";
import type { Replayer } from "../../model/replay/store";

/** Browsers bear about three changes of the address a second. */
const EVERY = 400;

export function useAddress(replayer: Replayer, there: boolean): void {
  useEffect(() => {
    if (!there) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      timer = undefined;
      history.replaceState(history.state, "", hashOf(replayer.state.getState()));
    };
    const stop = replayer.state.subscribe(() => {
      timer ??= setTimeout(write, EVERY);
    });
    const read = (): void => {
      const { step, viewer } = spotOf(location.hash);
      replayer.pause();
      replayer.see(viewer);
      replayer.go(step);
    };
    window.addEventListener("hashchange", read);
    return () => {
      stop();
      clearTimeout(timer);
      window.removeEventListener("hashchange", read);
    };
  }, [replayer, there]);
}
