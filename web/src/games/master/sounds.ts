/** What is heard beyond a cattle market: a slap, a count, and a rat. */
import { note, type Sounds } from "../../sound/common";
import { laid, levelled, type Samples, struck, sung } from "../../sound/synth";
import market from "../kuhhandel/sounds/sounds";

const squeak = (lasts: number): Samples =>
  sung({ lasts, pitch: [[0, 2300], [lasts / 2, 3300], [lasts, 2700]], formants: [[2900, 900, 1], [5600, 1400, 0.4]], loud: [[0, 0], [0.01, 1], [lasts, 0]], breath: 0.1 });

/** A flat hand on a table: the table, and the air that is pressed out. */
const slap = (): Samples =>
  laid(
    [0, 1, struck(0.35, [[88, 1, 0.07], [143, 0.6, 0.045], [297, 0.3, 0.025]], 0.8)],
    [0, 2.2, sung({ lasts: 0.09, formants: [[1500, 1800, 1], [3600, 2400, 0.6]], loud: [[0, 0], [0.002, 1], [0.02, 0.35], [0.09, 0]], breath: 1 })],
  );

const sounds: Sounds = {
  ...market,
  count: () => levelled(struck(0.12, [[1180, 1, 0.02], [3200, 0.4, 0.01]], 0.5), 0.12),
  slap: () => levelled(slap(), 0.3),
  pedigree: () => levelled(laid([0, 0.9, note(659)], [0.12, 1, note(988)], [0.24, 0.9, note(784)])),
  "cry.rat": () => levelled(laid([0, 1, squeak(0.09)], [0.13, 0.8, squeak(0.07)], [0.22, 1, squeak(0.14)]), 0.14),
};
export default sounds;
