/** What is heard on an alp: tiles, cards and the bells of cows. */
import { note, type Sounds } from "../../sound/common";
import { laid, levelled, type Samples, struck, sung } from "../../sound/synth";

/** A cardboard tile laid on a table: flat and short. */
const tile = (): Samples => struck(0.16, [[318, 1, 0.022], [702, 0.6, 0.014], [1330, 0.3, 0.008]], 1.4);

/** A bell of sheet metal. */
const bell = (pitch: number): Samples => struck(0.9, [[pitch, 1, 0.22], [pitch * 1.48, 0.9, 0.16], [pitch * 2.31, 0.4, 0.09], [pitch * 3.72, 0.25, 0.05]], 0.4);

const slid = (): Samples => sung({ lasts: 0.14, formants: [[[[0, 2200], [0.14, 4600]], 2200, 1]], loud: [[0, 0], [0.05, 1], [0.14, 0]], breath: 1 });

const sounds: Sounds = {
  tile: () => levelled(tile(), 0.2),
  tree: () => levelled(laid([0, 1, tile()], [0.08, 0.7, note(659)], [0.16, 0.8, note(880)])),
  card: () => levelled(slid(), 0.1),
  herd: () => levelled(laid([0, 1, bell(540)], [0.19, 0.7, bell(605)])),
  bonus: () => levelled(laid([0, 0.8, note(587)], [0.1, 0.9, note(740)], [0.2, 1, note(880)], [0.2, 0.35, bell(1080)])),
  last: () => levelled(laid([0, 1, bell(430)], [0.34, 0.9, bell(430)], [0.68, 0.8, bell(430)])),
};
export default sounds;
