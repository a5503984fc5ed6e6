/** What is heard at a cattle market. */
import { note, type Sounds } from "../../../sound/common";
import { laid, levelled, type Samples, struck, sung } from "../../../sound/synth";
import { CRIES } from "./cries";

/** A wooden gavel on a wooden block: the block sounds deeper the harder it is hit. */
const knock = (depth: number): Samples =>
  struck(0.4, [[185 * depth, 1, 0.055], [412 * depth, 0.7, 0.035], [873, 0.5, 0.02], [1490, 0.35, 0.012], [2310, 0.2, 0.008]], 1.2);

const coin = (pitch: number): Samples =>
  struck(0.3, [[pitch, 1, 0.07], [pitch * 1.53, 0.7, 0.05], [pitch * 2.19, 0.5, 0.04], [pitch * 2.9, 0.3, 0.02]], 0.15);

/** Paper over wood. */
const slid = (lasts: number): Samples =>
  sung({ lasts, formants: [[[[0, 2400], [lasts, 4800]], 2200, 1], [900, 700, 0.25]], loud: [[0, 0], [lasts * 0.4, 1], [lasts, 0]], breath: 1 });

/** Somebody in the hall who says something to a neighbour. */
const voice = (pitch: number, lasts: number): Samples =>
  sung({ lasts, pitch: [[0, pitch * 0.95], [lasts * 0.4, pitch * 1.1], [lasts, pitch * 0.85]], formants: [[[[0, 350], [lasts * 0.4, 620], [lasts, 380]], 120, 1], [1050, 180, 0.4], [2400, 300, 0.12]], loud: [[0, 0], [lasts * 0.3, 1], [lasts, 0]], breath: 0.25, shake: [6, 0.5, 0.03] });
/** When each of them begins, how high, and how long. */
const HALL = [[0, 118, 0.34], [0.22, 176, 0.3], [0.44, 98, 0.42], [0.1, 220, 0.28], [0.62, 146, 0.4]] as const;
const murmurs = Object.fromEntries(
  HALL.map((_, last) => [`murmur.${last + 1}`, () => levelled(laid(...HALL.slice(0, last + 1).flatMap(([at, pitch, lasts]) => [[at, 1, voice(pitch, lasts)] as const, [at + lasts, 0.7, voice(pitch * 0.9, lasts * 0.7)] as const])), 0.05 + 0.012 * last)]),
);

const cries = Object.fromEntries(Object.entries(CRIES).map(([animal, cry]) => [`cry.${animal}`, cry]));

const sounds: Sounds = {
  ...cries,
  ...murmurs,
  bid: () => levelled(struck(0.3, [[440, 1, 0.06], [1730, 0.2, 0.02]], 0.3), 0.12),
  once: () => levelled(knock(1.15), 0.16),
  twice: () => levelled(laid([0, 0.9, knock(1.1)], [0.2, 1, knock(1.1)]), 0.18),
  // Sold: one blow, and the hall gives it back.
  sold: () => levelled(laid([0, 1, knock(0.85)], [0.09, 0.18, knock(0.8)], [0.17, 0.08, knock(0.8)]), 0.26),
  coins: () => levelled(laid([0, 1, coin(2650)], [0.07, 0.8, coin(2980)], [0.13, 0.9, coin(2480)], [0.22, 0.6, coin(3110)]), 0.13),
  cards: () => levelled(laid([0, 1, slid(0.11)], [0.1, 0.8, slid(0.1)], [0.17, 0.6, struck(0.06, [[420, 0.4, 0.01]], 0.8)]), 0.1),
  quartet: () => levelled(laid([0, 0.8, note(523)], [0.11, 0.85, note(659)], [0.22, 0.9, note(784)], [0.33, 1, note(1047)], [0.34, 0.4, struck(1, [[2093, 1, 0.3], [4186, 0.4, 0.2], [5274, 0.3, 0.15]])])),
};
export default sounds;
