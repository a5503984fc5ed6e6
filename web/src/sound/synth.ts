/**
 * Sounds out of arithmetic: nothing is recorded, and the same samples come out each time. Two kinds of things sound here.
 * What is struck rings in a few tones that fade each in its own time. What has a throat gives a buzz, whose pitch goes
 * along a curve, through the resonances of a mouth, which move as well.
 */

/** Samples a second: enough for coins, and half the work of what loudspeakers are given. */
export const RATE = 32_000;

export type Samples = Float32Array<ArrayBuffer>;
/** A value, or a line through values: when (seconds) and which. */
export type Curve = number | readonly (readonly [number, number])[];
/** Hertz, how loud, and after how many seconds a third of it is left. */
export type Tone = readonly [number, number, number];
/** Where a mouth resounds: hertz, how wide, how loud. */
export type Formant = readonly [Curve, number, number];

export const silence = (seconds: number): Samples => new Float32Array(Math.ceil(seconds * RATE));

function valueAt(curve: Curve, time: number): number {
  if (typeof curve === "number") return curve;
  const next = curve.findIndex(([when]) => when > time);
  const [before, after] = [curve[next < 0 ? curve.length - 1 : Math.max(0, next - 1)], curve[next]];
  if (before === undefined) return 0;
  if (after === undefined || before === after) return before[1];
  return before[1] + ((after[1] - before[1]) * (time - before[0])) / (after[0] - before[0]);
}

/** Noise that is the same each time. */
export function hiss(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
}

/** Something that is struck; `knock` is how loud the blow itself is. */
export function struck(lasts: number, partials: readonly Tone[], knock = 0): Samples {
  const out = silence(lasts);
  const noise = hiss(0x5eed);
  let low = 0;
  for (let place = 0; place < out.length; place += 1) {
    const time = place / RATE;
    low += (noise() - low) * 0.4;
    let sum = knock * low * Math.exp(-time / 0.004);
    for (const [pitch, loud, fades] of partials) sum += loud * Math.exp(-time / fades) * Math.sin(2 * Math.PI * pitch * time);
    // A blow is sudden, but not so sudden that it clicks.
    out[place] = sum * Math.min(1, time / 0.0008);
  }
  return out;
}

/** One resonance. It is tuned anew every few samples, for it may move. */
function resonance(width: number): { tune: (pitch: number) => void; pass: (value: number) => number } {
  let [b, a1, a2, x1, x2, y1, y2] = [0, 0, 0, 0, 0, 0, 0];
  return {
    tune: (pitch) => {
      const angle = (2 * Math.PI * Math.min(pitch, RATE * 0.45)) / RATE;
      const alpha = (Math.sin(angle) * width) / (2 * pitch);
      b = alpha / (1 + alpha);
      a1 = (-2 * Math.cos(angle)) / (1 + alpha);
      a2 = (1 - alpha) / (1 + alpha);
    },
    pass: (value) => {
      const out = b * (value - x2) - a1 * y1 - a2 * y2;
      x2 = x1;
      x1 = value;
      y2 = y1;
      y1 = out;
      return out;
    },
  };
}

export interface Throat {
  readonly lasts: number;
  /** Hertz. Left out: only breath. */
  readonly pitch?: Curve;
  readonly formants: readonly Formant[];
  readonly loud: Curve;
  /** How much of it is breath: 0 to 1. */
  readonly breath?: number;
  /** A tremble: how often a second, how much of the loudness, how much of the pitch. */
  readonly shake?: readonly [number, number, number];
}

/** A corner of a saw tooth, rounded so that no tones appear that nobody sang. */
function rounded(phase: number, step: number): number {
  if (phase < step) return (phase / step) * 2 - (phase / step) ** 2 - 1;
  if (phase > 1 - step) return ((phase - 1) / step) ** 2 + ((phase - 1) / step) * 2 + 1;
  return 0;
}

export function sung({ lasts, pitch, formants, loud, breath = 0, shake = [0, 0, 0] }: Throat): Samples {
  const out = silence(lasts);
  const noise = hiss(0xca1f);
  const mouth = formants.map(([curve, width, gain]) => ({ curve, gain, ...resonance(width) }));
  let phase = 0;
  for (let place = 0; place < out.length; place += 1) {
    const time = place / RATE;
    const swing = Math.sin(2 * Math.PI * shake[0] * time);
    if (place % 32 === 0) for (const { curve, tune } of mouth) tune(valueAt(curve, time));
    const step = pitch === undefined ? 0 : (valueAt(pitch, time) * (1 + shake[2] * swing)) / RATE;
    phase = (phase + step) % 1;
    const buzz = step === 0 ? 0 : 2 * phase - 1 - rounded(phase, step);
    const source = (1 - breath) * buzz + breath * noise();
    const volume = valueAt(loud, time) * (1 - shake[1] * (0.5 + 0.5 * swing));
    let sum = 0;
    for (const { gain, pass } of mouth) sum += gain * pass(source);
    out[place] = volume * sum;
  }
  return out;
}

/** Lay sounds over each other: when each begins, and how loud it is. */
export function laid(...parts: readonly (readonly [number, number, Samples])[]): Samples {
  const ends = parts.map(([start, , samples]) => Math.round(start * RATE) + samples.length);
  const out: Samples = new Float32Array(Math.max(...ends));
  for (const [start, gain, samples] of parts) {
    const first = Math.round(start * RATE);
    for (let place = 0; place < samples.length; place += 1) out[first + place] = (out[first + place] ?? 0) + gain * (samples[place] ?? 0);
  }
  return out;
}

/** Bring a sound to a loudness: that of its loudest twentieth of a second, as far as nothing is cut off. Its end fades. */
export function levelled(samples: Samples, loudness = 0.2): Samples {
  const width = RATE / 20;
  let [most, peak] = [1e-9, 1e-9];
  for (let first = 0; first < samples.length; first += width / 2) {
    const part = samples.subarray(first, first + width);
    most = Math.max(most, Math.sqrt(part.reduce((sum, one) => sum + one * one, 0) / width));
  }
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  const gain = Math.min(loudness / most, 0.9 / peak);
  const fade = RATE / 100;
  return samples.map((sample, place) => sample * gain * Math.min(1, (samples.length - 1 - place) / fade));
}
