/** What is heard and felt of the game. */
import { useEffect, useRef } from "react";
import { useGame } from "../model/game/context";
import type { Game } from "../model/game/game";
import { useCurtain } from "../theatre/context";
import { useHandAvailable } from "../model/table/handMode";
import { useTable } from "../model/table/context";
import { hush, play, shake, unlockSound } from "./sound";
import type { TableState } from "../model/table/store";

/** Of many events that were missed, only the last are worth a noise. */
const MOST = 3;
const TURN = 120;

/** Whether somebody waits for you. While many may bid at once, nobody does. */
export function isYourTurn({ options, view }: Pick<TableState, "options" | "view">): boolean {
  const { asked, sealed } = (view ?? {}) as { asked?: readonly number[]; sealed?: boolean };
  return options.length > 0 && (sealed === true || (asked?.length ?? 1) <= 1);
}

function make(sounds: readonly string[], shakes: Game["shakes"], turns: boolean): void {
  const latest = sounds.slice(-MOST);
  play(...latest, ...(turns ? ["turn"] : []));
  const felt = Math.max(turns ? TURN : 0, ...latest.map((sound) => shakes?.[sound] ?? 0));
  if (felt > 0) shake(felt);
}

/** What is left of a row without each of others once. */
function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return all.filter((one) => {
    const found = left.indexOf(one);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}

export function useNoises(): void {
  const game = useGame();
  const curtain = useCurtain();
  const sounds = game?.sounds;
  const events = useTable((state) => state.events);
  const view = useTable((state) => state.view);
  const yours = useTable(isYourTurn);
  const refused = useTable((state) => state.refused?.at);
  const heard = useRef({ events, yours: false });
  const handAvailable = useHandAvailable();
  useEffect(() => {
    hush(handAvailable);
    return () => hush(false);
  }, [handAvailable]);
  useEffect(() => (sounds === undefined ? undefined : unlockSound(sounds)), [sounds]);
  useEffect(() => {
    const fresh = heard.current.events !== events && game !== null && view !== null;
    // What a scene shows is heard with it.
    const cues = fresh ? without(game.cuesOf(events, view), curtain?.soundsOf(events) ?? []) : [];
    const turns = yours && !heard.current.yours;
    heard.current = { events, yours };
    make(cues, game?.shakes, turns);
  }, [events, view, yours, game, curtain]);
  useEffect(() => curtain?.hear((sounds) => make(sounds, game?.shakes, false)), [curtain, game]);
  useEffect(() => {
    if (refused !== undefined) play("refused");
  }, [refused]);
}
