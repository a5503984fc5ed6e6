/** What is heard of the game. */
import { useEffect } from "react";
import { useGame } from "../games/context";
import { useTable } from "./context";
import { play, unlockSound } from "./sound";

export function useNoises(): void {
  const noiseOf = useGame()?.noiseOf;
  const events = useTable((state) => state.events);
  const asked = useTable((state) => state.options.length > 0);
  const refused = useTable((state) => state.refused?.at);
  useEffect(unlockSound, []);
  useEffect(() => {
    // Of many missed events only the last is worth a noise.
    const noise = noiseOf && events.map(noiseOf).findLast((one) => one !== null);
    if (noise != null) play(noise);
  }, [events, noiseOf]);
  useEffect(() => {
    if (asked) play("turn");
  }, [asked]);
  useEffect(() => {
    if (refused !== undefined) play("refused");
  }, [refused]);
}
