/** Packs a picture as PNG with 256 colours: for drawings with flat colours a quarter of the bytes, and nobody sees it. */
import { deflateSync } from "node:zlib";

const COLOURS = 256;
/** Colours that are nearer to each other than this are one from the start. */
const SHIFT = 3;

/** A colour, and how many dots have it. */
interface Shade {
  readonly key: number;
  readonly rgb: readonly number[];
  readonly count: number;
}

function shadesOf(dots: Uint8Array): readonly Shade[] {
  const sums = new Map<number, number[]>();
  for (let at = 0; at < dots.length; at += 4) {
    const key = keyOf(dots, at);
    const sum = sums.get(key) ?? [0, 0, 0, 0];
    for (let part = 0; part < 3; part++) sum[part] = (sum[part] ?? 0) + (dots[at + part] ?? 0);
    sum[3] = (sum[3] ?? 0) + 1;
    sums.set(key, sum);
  }
  return [...sums].map(([key, [red = 0, green = 0, blue = 0, count = 1]]) => ({ key, rgb: [red / count, green / count, blue / count], count }));
}

function keyOf(dots: Uint8Array, at: number): number {
  return (((dots[at] ?? 0) >> SHIFT) << 10) | (((dots[at + 1] ?? 0) >> SHIFT) << 5) | ((dots[at + 2] ?? 0) >> SHIFT);
}

/** How far the shades of a box are apart in each part, and in which they are most. */
function spread(box: readonly Shade[]): { readonly part: number; readonly width: number } {
  const widths = [0, 1, 2].map((part) => {
    const values = box.map(({ rgb }) => rgb[part] ?? 0);
    return Math.max(...values) - Math.min(...values);
  });
  const width = Math.max(...widths);
  return { part: widths.indexOf(width), width };
}

const dotsIn = (box: readonly Shade[]): number => box.reduce((sum, { count }) => sum + count, 0);

/** Median cut: halve the box that is worst off until there are as many as colours. */
function boxesOf(shades: readonly Shade[]): readonly (readonly Shade[])[] {
  const boxes = [{ shades, need: Infinity }];
  while (boxes.length < COLOURS) {
    boxes.sort((one, other) => other.need - one.need);
    const [worst] = boxes;
    if (worst === undefined || worst.shades.length < 2 || worst.need === 0) break;
    boxes.shift();
    const { part } = spread(worst.shades);
    const sorted = worst.shades.toSorted((one, other) => (one.rgb[part] ?? 0) - (other.rgb[part] ?? 0));
    const half = dotsIn(sorted) / 2;
    let [cut, seen] = [0, 0];
    while (cut < sorted.length - 1 && (cut === 0 || seen < half)) seen += sorted[cut++]?.count ?? 0;
    for (const side of [sorted.slice(0, cut), sorted.slice(cut)]) boxes.push({ shades: side, need: spread(side).width ** 2 * dotsIn(side) ** 0.5 });
  }
  return boxes.map((box) => box.shades);
}

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const crc = named.reduce((value, byte) => (CRC[(value ^ byte) & 255] ?? 0) ^ (value >>> 8), 0xffffffff);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, named, check]);
}

/** Pack dots of red, green, blue and a fourth that does not count. */
export function png(dots: Uint8Array, width: number, height: number): Buffer {
  const boxes = boxesOf(shadesOf(dots));
  const places = new Map(boxes.flatMap((box, place) => box.map(({ key }) => [key, place] as const)));
  const colours = boxes.flatMap((box) => [0, 1, 2].map((part) => Math.round(box.reduce((sum, { rgb, count }) => sum + (rgb[part] ?? 0) * count, 0) / dotsIn(box))));
  const lines = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) lines[row * (width + 1) + column + 1] = places.get(keyOf(dots, (row * width + column) * 4)) ?? 0;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("PLTE", Buffer.from(colours)), chunk("IDAT", deflateSync(lines, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
