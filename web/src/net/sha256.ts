/** SHA-256 in plain JavaScript: a page on plain http, as in a living room, has no `crypto.subtle`. */
const K = new Uint32Array(64);
const H0 = new Uint32Array(8);

/** The constants are the fractions of roots of primes; two tables of digits say less. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

for (let candidate = 2, found = 0; found < 64; candidate++) {
  let prime = true;
  for (let by = 2; by * by <= candidate; by++) if (candidate % by === 0) prime = false;
  if (!prime) continue;
  if (found < 8) H0[found] = fraction(Math.sqrt(candidate));
  K[found++] = fraction(Math.cbrt(candidate));
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const at = (words: Uint32Array, index: number): number => words[index] ?? 0;

export function sha256(data: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(((data.length + 8) >> 6) * 64 + 64);
  blocks.set(data);
  blocks[data.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(blocks.length - 4, (data.length << 3) >>> 0);
  const hash = H0.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < blocks.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const early = at(words, i - 15);
      const late = at(words, i - 2);
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[i] = at(words, i - 16) + low + at(words, i - 7) + high;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i++) {
      const mixed = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
      const first = (h + mixed + at(K, i) + at(words, i)) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = at(hash, i) + word;
    });
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  hash.forEach((word, i) => out.setUint32(i * 4, word));
  return digest;
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
