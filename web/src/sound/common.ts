/** What is heard at any table. Wood and bells, as all of the house. */
import { laid, levelled, type Samples, struck } from "./synth";

/** Names of sounds, and how each is made. */
export type Sounds = Readonly<Record<string, () => Samples>>;

/** A bar of wood with a tube below it. */
export const note = (pitch: number): Samples =>
  struck(0.6, [[pitch, 1, 0.16], [pitch * 3.93, 0.25, 0.05], [pitch * 9.2, 0.08, 0.02]], 0.3);

const tick = (pitch: number): Samples => struck(0.12, [[pitch, 1, 0.018], [pitch * 2.71, 0.4, 0.01]], 0.5);

export const COMMON: Sounds = {
  turn: () => levelled(laid([0, 0.8, note(523)], [0.14, 1, note(784)])),
  soon: () => levelled(laid([0, 1, tick(1250)], [0.25, 0.8, tick(940)], [0.5, 1, tick(1250)], [0.75, 0.8, tick(940)]), 0.16),
  refused: () => levelled(laid([0, 1, struck(0.2, [[150, 1, 0.05], [233, 0.4, 0.03]], 0.3)], [0.11, 0.8, struck(0.2, [[132, 1, 0.06], [205, 0.4, 0.03]], 0.3)]), 0.14),
};
