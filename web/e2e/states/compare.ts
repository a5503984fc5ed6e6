/**
 * Pictures of every state in two builds of the client, compared pixel by pixel: `make compare BASE=<client folder>`.
 * BASE may also be a folder of pictures taken before. STATES is a pattern for only some states, LOCALE
 * the language; what is opened by the name of a button is opened in English only.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launched } from "../support/browsers";
import { arrived, contexts, LOOKS, served, settled, shown, SIZES } from "./play";
import { scenes } from "./scenes";
import { FILE, type Recorded } from "./states";

const BASE = process.env["BASE"] ?? "";
const NEW = process.env["NEW"] ?? "../src/kuhstall/client";
const WANTED = new RegExp(process.env["STATES"] ?? ".");
const SEEN = new RegExp(process.env["LOOKS"] ?? ".");
const OUT = process.env["OUT"] ?? "compare";

let browser: Browser;
beforeAll(async () => {
  browser = await launched();
});
afterAll(async () => browser.close());

/** Take a picture of every state, at every size, by day and by night. */
async function pictured(folder: string, out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Recorded;
  const server = await served(folder);
  const all = Object.entries(scenes(recorded)).filter(([name]) => WANTED.test(name));
  for (const { context, sizes } of await contexts(browser)) {
    const looks = sizes.flatMap((size) => (["light", "dark"] as const).map((theme) => ({ size, theme, name: `${size}-${theme}` })));
    const wanted = looks.filter(({ name }) => LOOKS.includes(name) && SEEN.test(name));
    for (const [name, { moment, kept, act }] of all) {
      const [first] = wanted;
      if (first === undefined) continue;
      const page = await shown(context, server.url, recorded, moment, kept);
      let acted = false;
      for (const { size, theme, name: look } of wanted) {
        await page.setViewportSize(SIZES[size]);
        await page.emulateMedia({ colorScheme: theme });
        if (!acted) {
          page.setDefaultTimeout(5000);
          await act(page).catch((error: unknown) => console.warn(`${name}: ${String(error).split("\n")[0]}`));
          page.setDefaultTimeout(120_000);
          await arrived(page);
        }
        acted = true;
        await settled(page);
        writeFileSync(join(out, `${name}@${look}.png`), await page.screenshot({ animations: "disabled", fullPage: true, caret: "hide", timeout: 120_000 }));
      }
      await page.close();
    }
    await context.close();
  }
  server.stop();
}

/** How many pixels differ, and both pictures side by side with what differs between them; runs inside a page. */
async function compared(sources: readonly string[]): Promise<{ differing: number; picture: string }> {
  const images = await Promise.all(
    sources.map(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return image;
    }),
  );
  const width = Math.max(...images.map((image) => image.width));
  const height = Math.max(...images.map((image) => image.height));
  const canvas = document.createElement("canvas");
  canvas.width = width * 3;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("nothing to draw with");
  images.forEach((image, place) => pen.drawImage(image, place * width, 0));
  const [one, other] = [0, 1].map((place) => pen.getImageData(place * width, 0, width, height).data);
  if (one === undefined || other === undefined) throw new Error("nothing to compare");
  const marks = pen.createImageData(width, height);
  let differing = 0;
  for (let at = 0; at < one.length; at += 4) {
    // A gradient may be rounded otherwise.
    const same = [0, 1, 2, 3].every((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) <= 2);
    if (!same) differing++;
    marks.data.set(same ? [255, 255, 255, 255] : [255, 0, 0, 255], at);
  }
  pen.putImageData(marks, width * 2, 0);
  return { differing, picture: canvas.toDataURL("image/png") };
}

async function difference(page: Page, name: string, before: string, after: string): Promise<number> {
  const [one, other] = [before, after].map((folder) => readFileSync(join(folder, name)));
  if (one === undefined || other === undefined || one.equals(other)) return 0;
  const sources = [one, other].map((picture) => `data:image/png;base64,${picture.toString("base64")}`);
  const { differing, picture } = await page.evaluate(compared, sources);
  if (differing > 0) writeFileSync(join(OUT, "differing", name), Buffer.from(picture.replace("data:image/png;base64,", ""), "base64"));
  return differing;
}

test("two builds look alike", async () => {
  const isClient = existsSync(join(BASE, "index.html"));
  const before = isClient ? join(OUT, "before") : BASE;
  const after = join(OUT, "after");
  mkdirSync(join(OUT, "differing"), { recursive: true });
  if (isClient) await pictured(BASE, before);
  if (NEW === "") return;
  await pictured(NEW, after);
  const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Recorded;
  const names = Object.keys(scenes(recorded)).filter((name) => WANTED.test(name));
  const page = await browser.newPage();
  const differing: string[] = [];
  let pictures = 0;
  for (const name of names) {
    for (const look of LOOKS) {
      const picture = `${name}@${look}.png`;
      if (!SEEN.test(look) || !existsSync(join(before, picture)) || !existsSync(join(after, picture))) continue;
      pictures++;
      const pixels = await difference(page, picture, before, after);
      if (pixels > 0) differing.push(`${picture}: ${pixels}`);
    }
  }
  console.info(`${pictures} pictures compared, ${differing.length} differ\n${differing.join("\n")}`);
  writeFileSync(join(OUT, "differing.txt"), `${differing.join("\n")}\n`);
  expect(pictures).toBeGreaterThan(0);
});
