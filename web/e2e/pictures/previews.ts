/** Draws what messengers show of a link, from what the first page says and shows of each game. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launched, opened } from "../support/browsers";
import { png } from "./palette";
import { type Cluster, cluster } from "../support/servers";

const FOLDER = "public/preview";
const SIZE = { viewport: { width: 1200, height: 630 }, deviceScaleFactor: 1, colorScheme: "light", reducedMotion: "reduce", bypassCSP: true };
const LARGEST = 100_000;

const LOOKS = `
  body > :not(.preview) { display: none }
  .preview { position: fixed; inset: 0; overflow: hidden; display: grid; grid-template-columns: 1fr 520px; align-items: center; padding: 0 60px; background: #c4e4f1 }
  .preview > svg { position: absolute; inset: 0 }
  .preview > div { position: relative }
  .preview-house { font: 800 34px/1 Bitter; display: flex; align-items: center; gap: 14px; color: #4b2d17; margin-bottom: 34px }
  .preview-house img { width: 64px }
  .preview h2 { font: 800 76px/1.02 Bitter; letter-spacing: -.02em; color: #2a2016; margin: 0 0 20px; text-wrap: balance; overflow-wrap: anywhere }
  .preview p { font: 800 32px/1.25 Nunito; color: #2a2016; margin: 0; text-wrap: balance }
  .preview .game-art { zoom: 3.7; width: 132px; height: 96px; background: none; border-radius: 0; overflow: visible; justify-self: center }
  .preview .hero-art { zoom: 1.25; justify-self: center }
`;

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [servers, browser] = await Promise.all([cluster(1), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Put one game, or the house itself, where the page was; runs inside the page. */
function staged({ game, looks }: { game: string | null; looks: string }): void {
  document.querySelector(".preview")?.remove();
  const card = [...document.querySelectorAll(".games article")].find((one) => one.querySelector("h2")?.textContent === game);
  if (game !== null && card === undefined) throw new Error(`there is no ${game} on the first page`);
  const said = (selector: string): string => document.querySelector(selector)?.textContent ?? "";
  const [title, why, art] =
    card === undefined
      ? [said("h1"), said(".hero-lead"), document.querySelector(".hero-page > [aria-hidden]")]
      : [card.querySelector("h2")?.textContent ?? "", card.querySelector("p")?.textContent ?? "", card.querySelector(".game-art")];
  const style = document.createElement("style");
  style.textContent = looks;
  const house = document.createElement("div");
  house.className = "preview-house";
  house.innerHTML = '<img src="/art/cow-face.svg" alt=""> Kuhstall';
  const words = document.createElement("div");
  words.append(house, Object.assign(document.createElement("h2"), { textContent: title }), Object.assign(document.createElement("p"), { textContent: why }));
  const preview = document.createElement("div");
  preview.className = "preview";
  preview.innerHTML =
    '<svg viewBox="0 0 1200 630"><path d="M0 420Q360 300 740 400t460-40V630H0z" fill="#a8cf86"/><path d="M0 480Q420 390 760 460t440-30V630H0z" fill="#86bb66"/><path d="M0 550Q400 480 740 530t460-20V630H0z" fill="#64a04d"/></svg>';
  const shown = art?.cloneNode(true) as Element | undefined;
  if (card === undefined) shown?.classList.add("hero-art");
  preview.append(words, ...(shown === undefined ? [] : [shown]));
  document.body.append(style, preview);
}

/** The dots of a picture in base 64, for a list of numbers takes minutes to come over; runs inside the page. */
async function dotsOf(source: string): Promise<string> {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  const pen = canvas.getContext("2d");
  pen?.drawImage(picture, 0, 0);
  const { data } = pen?.getImageData(0, 0, picture.width, picture.height) ?? { data: [] };
  let text = "";
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.slice(at, at + 8192));
  return btoa(text);
}

/** The games by the names of their folders, with their titles. */
function titles(language: string): readonly (readonly [string, string])[] {
  const folders = readdirSync("src/games", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => {
    const { home } = JSON.parse(readFileSync(`src/games/${name}/base.${language}.json`, "utf8")) as { home: { games: Record<string, { title: string }> } };
    return [name, home.games[name]?.title ?? ""];
  });
}

test.each(["en", "de", "ru", "nl"])("the previews in %s", async (language) => {
  const { page } = await opened(browser, SIZE, language);
  await page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  await page.locator(".games article").first().waitFor();
  for (const [name, game] of [["kuhstall", null], ...titles(language)] as const) {
    await page.evaluate(staged, { game, looks: LOOKS });
    await page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.all([...document.images].map(async (image) => image.decode()));
    });
    const taken = await page.screenshot({ animations: "disabled" });
    const { width, height } = SIZE.viewport;
    const dots = await page.evaluate(dotsOf, `data:image/png;base64,${taken.toString("base64")}`);
    const picture = png(Buffer.from(dots, "base64"), width, height);
    writeFileSync(`${FOLDER}/${name}.${language}.png`, picture);
    console.info(name, language, picture.length);
    expect.soft(picture.length, `${name}.${language}`).toBeLessThanOrEqual(LARGEST);
  }
});
