/** Chance as the server draws it: labelled streams of a seed, the same on every machine. */
import { hmac512 } from "./sha512";

const WORD = 2 ** 32;
const WORDS = 16;
const utf8 = new TextEncoder();

class Stream {
  #counter = 0;
  #words: number[] = [];

  constructor(readonly key: Uint8Array) {}

  word(): number {
    if (this.#words.length === 0) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, BigInt(this.#counter++));
      const block = new DataView(hmac512(this.key, new Uint8Array(counter.buffer)).buffer);
      this.#words = Array.from({ length: WORDS }, (_, i) => block.getUint32(i * 4));
    }
    return this.#words.shift() ?? 0;
  }
}

export class SeededChance {
  readonly #streams = new Map<string, Stream>();

  constructor(readonly seed: Uint8Array) {}

  /** Draw a whole number from 0 up to, not including, bound. */
  below(label: string, bound: number): number {
    let stream = this.#streams.get(label);
    if (stream === undefined) {
      stream = new Stream(hmac512(this.seed, utf8.encode(label)));
      this.#streams.set(label, stream);
    }
    const fair = WORD - (WORD % bound);
    let word = stream.word();
    // A word that would favour some outcomes is skipped.
    while (word >= fair) word = stream.word();
    return word % bound;
  }

  /** Draw a permutation (Fisher-Yates, from the last place down). */
  shuffled<T>(label: string, items: readonly T[]): readonly T[] {
    const deck = [...items];
    for (let last = deck.length - 1; last > 0; last--) {
      const pick = this.below(label, last + 1);
      [deck[last], deck[pick]] = [deck[pick] as T, deck[last] as T];
    }
    return deck;
  }
}
