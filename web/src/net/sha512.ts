/** SHA-512 and its HMAC in plain JavaScript: all chance of a game comes of them, and plain http has no `crypto.subtle`. */
const MASK = (1n << 64n) - 1n;
const BLOCK = 128;

/** The largest whole number whose power is at most the value. */
function root(value: bigint, power: bigint): bigint {
  let low = 0n;
  let high = 1n << 80n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** power <= value) low = middle;
    else high = middle - 1n;
  }
  return low;
}

const H0: bigint[] = [];
const K: bigint[] = [];
/** As in SHA-256, the constants are the fractions of roots of primes, here to 64 bits. */
for (let candidate = 2; K.length < 80; candidate++) {
  let prime = true;
  for (let by = 2; by * by <= candidate; by++) if (candidate % by === 0) prime = false;
  if (!prime) continue;
  if (H0.length < 8) H0.push(root(BigInt(candidate) << 128n, 2n) & MASK);
  K.push(root(BigInt(candidate) << 192n, 3n) & MASK);
}

const turned = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (64n - by))) & MASK;
const at = (words: readonly bigint[], index: number): bigint => words[index] ?? 0n;

export function sha512(data: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(((data.length + 16) >> 7) * BLOCK + BLOCK);
  blocks.set(data);
  blocks[data.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setBigUint64(blocks.length - 8, BigInt(data.length) * 8n);
  const hash = [...H0];
  for (let block = 0; block < blocks.length; block += BLOCK) {
    const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(block + i * 8));
    for (let i = 16; i < 80; i++) {
      const early = at(words, i - 15);
      const late = at(words, i - 2);
      const low = turned(early, 1n) ^ turned(early, 8n) ^ (early >> 7n);
      const high = turned(late, 19n) ^ turned(late, 61n) ^ (late >> 6n);
      words.push((at(words, i - 16) + low + at(words, i - 7) + high) & MASK);
    }
    let [a, b, c, d, e, f, g, h] = hash as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 80; i++) {
      const upper = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
      const choice = (e & f) ^ (~e & MASK & g);
      const one = (h + upper + choice + at(K, i) + at(words, i)) & MASK;
      const lower = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
      const most = (a & b) ^ (a & c) ^ (b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MASK, c, b, a, (one + lower + most) & MASK];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = (at(hash, i) + word) & MASK;
    });
  }
  const digest = new DataView(new ArrayBuffer(64));
  hash.forEach((word, i) => digest.setBigUint64(i * 8, word));
  return new Uint8Array(digest.buffer);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

export function hmac512(key: Uint8Array, data: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? sha512(key) : key;
  const padded = new Uint8Array(BLOCK);
  padded.set(short);
  const inner = sha512(joined(padded.map((byte) => byte ^ 0x36), data));
  return sha512(joined(padded.map((byte) => byte ^ 0x5c), inner));
}
