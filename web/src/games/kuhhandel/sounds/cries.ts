/** The voices of the animals, each made by a throat and a mouth of its own. */
import { type Formant, laid, levelled, type Samples, sung } from "../../../sound/synth";
import type { Animal } from "../../../protocol/types";

/** Up, and down again. */
const swell = (lasts: number, rises = 0.05, falls = 0.1): readonly (readonly [number, number])[] => [[0, 0], [rises, 1], [lasts - falls, 0.8], [lasts, 0]];

const bark = (): Samples =>
  sung({ lasts: 0.17, pitch: [[0, 240], [0.03, 420], [0.17, 170]], formants: [[[[0, 500], [0.04, 950], [0.17, 450]], 180, 1], [1500, 260, 0.5], [2700, 400, 0.2]], loud: [[0, 0], [0.012, 1], [0.07, 0.7], [0.17, 0]], breath: 0.25 });

const grunt = (pitch: number, lasts: number): Samples =>
  sung({ lasts, pitch: [[0, pitch], [lasts / 2, pitch * 1.5], [lasts, pitch * 0.8]], formants: [[[[0, 420], [lasts / 2, 850], [lasts, 500]], 160, 1], [1450, 200, 0.7], [2600, 300, 0.4]], loud: swell(lasts, 0.02, 0.05), breath: 0.35, shake: [48, 0.8, 0.05] });

const honk = (pitch: number, lasts: number): Samples =>
  sung({ lasts, pitch: [[0, pitch * 0.8], [0.05, pitch], [lasts, pitch * 0.86]], formants: [[1050, 160, 1], [1900, 220, 0.9], [3100, 320, 0.5]], loud: swell(lasts, 0.02, 0.06), breath: 0.12, shake: [31, 0.3, 0.02] });

const crow = (pitch: readonly (readonly [number, number])[], lasts: number): Samples =>
  sung({ lasts, pitch, formants: [[1300, 300, 1], [2500, 350, 0.9], [3700, 500, 0.4]], loud: swell(lasts, 0.03, 0.05), breath: 0.08, shake: [27, 0.15, 0.015] });

/** A mouth that says "a" as in "bah". */
const open: readonly Formant[] = [[[[0, 420], [0.1, 780]], 150, 1], [[[0, 1100], [0.1, 1350]], 180, 0.7], [2600, 300, 0.35]];

export const CRIES: Readonly<Record<Animal, () => Samples>> = {
  // Cock-a-doodle-doo: the third is the highest, the last the longest.
  rooster: () =>
    levelled(laid([0, 0.8, crow([[0, 560], [0.12, 640]], 0.13)], [0.16, 0.9, crow([[0, 700], [0.12, 760]], 0.13)], [0.32, 1, crow([[0, 820], [0.14, 960]], 0.17)], [0.51, 1, crow([[0, 900], [0.2, 940], [0.6, 520]], 0.62)])),
  goose: () => levelled(laid([0, 1, honk(330, 0.22)], [0.27, 0.9, honk(300, 0.3)])),
  // Me-ow: from a narrow mouth to a wide one, and closed again.
  cat: () =>
    levelled(sung({ lasts: 0.8, pitch: [[0, 430], [0.2, 690], [0.45, 640], [0.8, 390]], formants: [[[[0, 330], [0.3, 950], [0.8, 420]], 140, 1], [[[0, 2300], [0.3, 1650], [0.8, 850]], 200, 0.8], [3300, 300, 0.3]], loud: swell(0.8, 0.08, 0.25), breath: 0.06 })),
  dog: () => levelled(laid([0, 1, bark()], [0.26, 0.9, bark()])),
  sheep: () => levelled(sung({ lasts: 0.9, pitch: [[0, 200], [0.2, 215], [0.9, 170]], formants: open, loud: swell(0.9, 0.06, 0.25), breath: 0.1, shake: [8.5, 0.65, 0.035] })),
  goat: () =>
    levelled(sung({ lasts: 0.75, pitch: [[0, 330], [0.15, 380], [0.75, 300]], formants: [[[[0, 500], [0.1, 720]], 130, 0.8], [[[0, 1500], [0.1, 2050]], 200, 1], [3000, 300, 0.5]], loud: swell(0.75, 0.04, 0.2), breath: 0.1, shake: [13.5, 0.75, 0.05] })),
  // Hee, drawn in; haw, let out; and once more, more tired.
  donkey: () => {
    const hee = sung({ lasts: 0.32, pitch: [[0, 520], [0.2, 760], [0.32, 700]], formants: [[480, 140, 0.7], [2300, 260, 1], [3200, 320, 0.5]], loud: swell(0.32, 0.08, 0.06), breath: 0.5, shake: [22, 0.3, 0.03] });
    const haw = sung({ lasts: 0.42, pitch: [[0, 300], [0.42, 215]], formants: [[820, 160, 1], [1250, 200, 0.8], [2500, 300, 0.35]], loud: swell(0.42, 0.03, 0.14), breath: 0.16, shake: [34, 0.45, 0.04] });
    return levelled(laid([0, 0.8, hee], [0.34, 1, haw], [0.8, 0.55, hee], [1.14, 0.75, haw]));
  },
  pig: () => levelled(laid([0, 1, grunt(120, 0.2)], [0.26, 0.8, grunt(105, 0.15)], [0.44, 1, grunt(130, 0.24)])),
  // Closed lips, an "oo" that opens, and back.
  cow: () =>
    levelled(sung({ lasts: 1.3, pitch: [[0, 105], [0.35, 138], [0.8, 132], [1.3, 92]], formants: [[[[0, 230], [0.35, 480], [0.9, 420], [1.3, 260]], 110, 1], [[[0, 650], [0.35, 920], [1.3, 650]], 140, 0.55], [2200, 300, 0.1]], loud: swell(1.3, 0.22, 0.35), breath: 0.05, shake: [23, 0.12, 0.01] })),
  // A whinny falls and trembles.
  horse: () =>
    levelled(sung({ lasts: 1.25, pitch: [[0, 620], [0.12, 1050], [0.5, 900], [1.25, 380]], formants: [[1000, 260, 0.9], [2000, 300, 1], [3300, 420, 0.5]], loud: swell(1.25, 0.05, 0.4), breath: 0.16, shake: [11.5, 0.55, 0.09] })),
};
