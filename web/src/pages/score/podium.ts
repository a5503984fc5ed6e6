/**
 * A picture of the result, to be passed on: everybody on their step, with what they have got. It is drawn here, by the
 * page of whoever shares it; no server learns of it. Fetched when somebody asks for it.
 */
export const [WIDTH, HEIGHT] = [1200, 630];

export interface OnStep {
  readonly name: string;
  readonly points: string;
  readonly rank: number;
  readonly won: boolean;
  /** The number of the seat, for its colour. */
  readonly seat: number;
  readonly portrait: string;
  /** Pictures of what somebody has got. */
  readonly gains: readonly string[];
}

export interface Podium {
  readonly title: string;
  /** Where this was played. */
  readonly site: string;
  /** From the first to the last. */
  readonly steps: readonly OnStep[];
}

type Drawn = ReadonlyMap<string, CanvasImageSource>;

const TROPHY = "/art/trophy.svg";
const COLOURS = ["#0072b2", "#d55e00", "#007a5a", "#a9468a", "#8a6a00", "#4b4b4b"];
const INK = "#2a2016";
const GROUND = 596;
const WIDEST = 280;
const MARGIN = 36;
const GAP = 12;
const TALLEST = 372;
/** How large a picture of a gain can be. */
const LARGEST = 100;
/** How much lower each place stands than the one before. */
const LOWER = [0, 54, 96, 128, 150, 166];

/** Where the steps stand from left to right: the first in the middle, the next beside it, in turns. */
export function arranged<T>(steps: readonly T[]): readonly T[] {
  return steps.reduce<readonly T[]>((row, step, place) => (place % 2 === 1 ? [step, ...row] : [...row, step]), []);
}

/** Rows for so many pictures, each as large as possible. */
export function packed(count: number, width: number, height: number): { readonly size: number; readonly columns: number } {
  let best = { size: 0, columns: 1 };
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const size = Math.min(width / columns, height / Math.ceil(count / columns));
    if (size > best.size) best = { size, columns };
  }
  return { ...best, size: Math.min(LARGEST, Math.floor(best.size)) };
}

/** A drawing with a size of its own: some browsers draw one that has none as nothing. */
async function loaded(path: string): Promise<[string, HTMLImageElement]> {
  const text = await (await fetch(path)).text();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text.replace("<svg ", '<svg width="256" height="256" '))}`;
  await image.decode();
  return [path, image];
}

function font(brush: CanvasRenderingContext2D, size: number, family: "Bitter" | "Nunito"): void {
  brush.font = `800 ${size}px ${family}, ${family === "Bitter" ? "serif" : "sans-serif"}`;
}

/** How much smaller than usual a text may be: messengers show the picture at a third of its size. */
const SMALLEST = 0.76;

/** Write in the middle, as large as it fits; what is too long even when small is cut. */
function write(brush: CanvasRenderingContext2D, text: string, x: number, y: number, width: number, size: number, family: "Bitter" | "Nunito"): void {
  let fits = size;
  for (font(brush, fits, family); brush.measureText(text).width > width && fits > size * SMALLEST; font(brush, fits, family)) fits -= 1;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let said = text;
  while (brush.measureText(said).width > width && letters.length > 1) {
    letters.pop();
    said = `${letters.join("").trimEnd()}…`;
  }
  brush.fillText(said, x, y);
}

function hill(brush: CanvasRenderingContext2D, colour: string, from: number, peak: number, to: number): void {
  brush.fillStyle = colour;
  brush.beginPath();
  brush.moveTo(0, from);
  brush.quadraticCurveTo(WIDTH * 0.3, peak, WIDTH * 0.62, (from + to) / 2);
  brush.quadraticCurveTo(WIDTH * 0.85, to + 30, WIDTH, to);
  brush.lineTo(WIDTH, HEIGHT);
  brush.lineTo(0, HEIGHT);
  brush.fill();
}

function scenery(brush: CanvasRenderingContext2D): void {
  const sky = brush.createLinearGradient(0, 0, 0, 380);
  sky.addColorStop(0, "#a9d8ef");
  sky.addColorStop(1, "#fdf1d6");
  brush.fillStyle = sky;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  brush.fillStyle = "#a9bfc9";
  brush.beginPath();
  for (const [x, y] of [[0, 330], [150, 190], [250, 280], [390, 170], [560, 320], [720, 200], [860, 300], [1010, 180], [1200, 340], [1200, 420], [0, 420]] as const) brush.lineTo(x, y);
  brush.fill();
  hill(brush, "#a8cf86", 350, 260, 330);
  hill(brush, "#86bb66", 430, 350, 400);
  hill(brush, "#64a04d", 520, 450, 480);
}

function panel(brush: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, colour: string, radius = 16): void {
  brush.fillStyle = colour;
  brush.beginPath();
  brush.roundRect(x, y, width, height, radius);
  brush.fill();
}

function disc(brush: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  brush.fillStyle = colour;
  brush.beginPath();
  brush.arc(x, y, radius, 0, Math.PI * 2);
  brush.fill();
}

function drawGains(brush: CanvasRenderingContext2D, images: Drawn, gains: readonly string[], x: number, y: number, width: number, height: number): void {
  const { size, columns } = packed(gains.length, width, height);
  const rows = Math.ceil(gains.length / columns);
  for (const [place, path] of gains.entries()) {
    const row = Math.floor(place / columns);
    const inRow = Math.min(columns, gains.length - row * columns);
    const image = images.get(path);
    const left = x + (width - inRow * size) / 2 + (place % columns) * size;
    if (image !== undefined) brush.drawImage(image, left + 2, y + (height - rows * size) / 2 + row * size + 2, size - 4, size - 4);
  }
}

function drawStep(brush: CanvasRenderingContext2D, images: Drawn, step: OnStep, x: number, width: number): void {
  const height = TALLEST - (LOWER[Math.min(step.rank, LOWER.length) - 1] ?? 0);
  const top = GROUND - height;
  const middle = x + width / 2;
  panel(brush, x, top, width, height + 8, COLOURS[step.seat % COLOURS.length] ?? INK);
  panel(brush, x, top + 8, width, height, "#fffaf0");
  const face = images.get(step.portrait);
  disc(brush, middle, top - 44, 40, "#f7ecd4");
  if (face !== undefined) brush.drawImage(face, middle - 33, top - 77, 66, 66);
  const cup = step.won ? images.get(TROPHY) : undefined;
  if (cup !== undefined) brush.drawImage(cup, middle + 26, top - 52, 48, 48);
  disc(brush, middle - 50, top - 26, 19, "#fffaf0");
  brush.fillStyle = INK;
  write(brush, String(step.rank), middle - 50, top - 17, 30, 26, "Bitter");
  write(brush, step.name, middle, top + 44, width - 20, 25, "Nunito");
  write(brush, step.points, middle, top + 92, width - 20, 44, "Bitter");
  drawGains(brush, images, step.gains, x + 12, top + 104, width - 24, height - 110);
}

function draw(brush: CanvasRenderingContext2D, { title, site, steps }: Podium, images: Drawn): void {
  scenery(brush);
  panel(brush, MARGIN, 24, WIDTH - 2 * MARGIN, 84, "#6b4223", 20);
  const cow = images.get("/art/cow-face.svg");
  if (cow !== undefined) brush.drawImage(cow, MARGIN + 18, 36, 60, 60);
  brush.textAlign = "center";
  brush.fillStyle = "#fff8e8";
  write(brush, title, WIDTH / 2, 83, 720, 50, "Bitter");
  brush.textAlign = "right";
  write(brush, site, WIDTH - MARGIN - 20, 76, 220, 24, "Nunito");
  brush.textAlign = "center";
  const width = Math.min(WIDEST, (WIDTH - 2 * MARGIN + GAP) / steps.length - GAP);
  const left = (WIDTH - steps.length * (width + GAP) + GAP) / 2;
  for (const [place, step] of arranged(steps).entries()) drawStep(brush, images, step, left + place * (width + GAP), width);
}

/** Draw the picture, and pack it. */
export async function pictured(podium: Podium): Promise<Blob> {
  const paths = new Set([TROPHY, "/art/cow-face.svg", ...podium.steps.flatMap(({ portrait, gains }) => [portrait, ...gains])]);
  const said = [podium.title, podium.site, ...podium.steps.flatMap(({ name, points }) => [name, points])].join("");
  const fonts = ["Bitter", "Nunito"].map((family) => document.fonts.load(`800 30px ${family}`, said));
  const [images] = await Promise.all([Promise.all([...paths].map(loaded)), ...fonts]);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const brush = canvas.getContext("2d");
  if (brush === null) throw new Error("nothing to draw with");
  draw(brush, podium, new Map(images));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("nothing was drawn")) : resolve(blob)), "image/png");
  });
}
