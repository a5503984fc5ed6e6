/** What is looked at: every recorded moment as it is, and what people open from there. Buttons go by their names. */
import type { Page } from "playwright-core";
import { snapshot, STATES, TABLE } from "../support/staged";
import { returning } from "./returning";
import type { Moment, Recorded } from "./states";

export interface Scene {
  readonly moment: Moment;
  readonly kept: Readonly<Record<string, string>>;
  readonly act: (page: Page) => Promise<void>;
}

type Act = (page: Page) => Promise<void>;

const AT = 1_763_000_000_000;
const COACHED = "turn bidding gavel trade bluff bluffed slap rat division land_action land_play land_confirm";
const still: Act = async () => Promise.resolve();

const button =
  (name: RegExp | string): Act =>
  async (page) =>
    page.getByRole("button", { name }).first().click();
const pressed =
  (selector: string): Act =>
  async (page) =>
    page.locator(selector).first().click();
const tab: Act = async (page) => {
  const open = page.getByRole("button", { name: "Log, chat and herds" });
  if (await open.isVisible()) await open.click();
  await page.getByRole("tab", { name: /^Chat/ }).click();
};
const faces: Act = async (page) => {
  await page.locator("[data-emotes]").click();
  await page.locator(".emote-choice button").first().click();
  await page.locator(".emote").first().waitFor();
};
const drawer: Act = async (page) => {
  const open = page.getByRole("button", { name: "Log, chat and herds" });
  if (await open.isVisible()) await open.click();
};
const key =
  (name: string): Act =>
  async (page) =>
    page.keyboard.press(name);
const then =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };
const details: Act = async (page) => page.locator("details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
const chip =
  (place: number): Act =>
  async (page) =>
    page.getByRole("group", { name: "What is played" }).getByRole("button").nth(place).click();
const seenBy =
  (viewer: string): Act =>
  async (page) => {
    await page.getByLabel("As seen by").selectOption(viewer);
    await page.locator(`[data-viewer="${viewer}"]`).waitFor();
  };
const card =
  (place: number): Act =>
  async (page) =>
    page.locator("dialog[open]").locator(".money-card, .stack").and(page.locator("button")).nth(place).click();
/** A price that is just there takes no tap. */
const bluff: Act = async (page) => {
  await page.locator('.quick-bid[aria-disabled="false"]').first().click();
};
const badCards: Act = async (page) => {
  const buffer = Buffer.from('[[card]]\nid = "1"\nrows = ["HX"]\npoints = 5\n\n'.repeat(12));
  await page.locator("dialog[open] input[type=file]").setInputFiles({ name: "mine.toml", mimeType: "text/plain", buffer });
};

/** What is opened from a recorded moment, and how. */
const OPENED: Readonly<Record<string, readonly (readonly [string, Act])[]>> = {
  "page-landing": [["name", button(/name/i)]],
  "room-host": [
    ["edition", chip(0)], ["seats", chip(1)], ["pace", chip(2)], ["visibility", chip(3)], ["rules", chip(4)],
    ["seat", button(/^Manage the seat of (?!Anna)/)], ["name", button(/name/i)],
  ],
  "room-guest": [["rules", chip(4)]],
  "room-kuhfstein": [["rules", chip(4)], ["cards", chip(5)], ["cards-how", then(chip(5), details)], ["cards-bad", then(chip(5), badCards)]],
  "room-master": [["rules", chip(4)]],
  "kuhhandel-bidding-bid-ours": [["menu", then(button("Menu"), details)], ["help", then(key("F1"), details)], ["drawer", drawer], ["chat", tab]],
  "kuhhandel-turn-ours": [["trades", pressed("[aria-haspopup=dialog]:has(small)")]],
  "five-dialog-responding": [["counter", button(/^Counter/)]],
  "master-rat-reply": [["counter", button(/^Counter/)], ["counter-two", then(button(/^Counter/), card(0), card(3))]],
  "kuhhandel-score": [
    ["table", details],
    ["story", button("The game in words")],
    ["fair", then(button("Verify the shuffle"), details)],
  ],
  "kuhhandel-replay": [["none", seenBy("none")], ["own", seenBy("0")], ["end", key("End")], ["share", button("Share this moment")], ["drawer", drawer]],
  "kuhfstein-first": [
    ["tile", pressed("[data-tile]")],
    ["ghost", then(pressed("[data-tile]"), pressed("[data-spot]"))],
    ["other", pressed("section[data-seat] > button")],
    ["help", then(key("F1"), details)],
    ["menu", button("Menu")],
    ["chat", tab],
  ],
  "returning-room": [["pace", chip(2)], ["hours", chip(6)]],
  "returning-slow": [["bell", button("Tell me when it is my turn")]],
  "returning-account": [["remove", button(/^Remove/)]],
  "kuhfstein-sprout": [["tree", then(pressed("[data-tile]:has(svg ~ *)"), pressed("[data-spot=tree]"))]],
  "kuhfstein-card": [["play", pressed("[data-from=hand]")]],
  "kuhfstein-herd": [["fetch", pressed("[data-herd]")]],
  "kuhfstein-score": [["fair", button("Verify the shuffle")]],
  "kuhfstein-replay": [["none", seenBy("none")], ["own", seenBy("0")], ["end", key("End")]],
};

/** A first game gives hints. */
const COACHING = [
  "kuhhandel-turn-ours", "kuhhandel-bidding-bid-ours", "kuhhandel-preemption-ours", "kuhfstein-first", "kuhfstein-card",
  "master-turn", "master-slap", "master-rat", "master-division",
];
/** Hints beside a price: it stays as large as it is without them. */
const HINTED = ["kuhhandel-bidding-ours", "kuhhandel-bidding-bid-ours"];
/** The first bid that could not be paid. */
const BLUFFING = ["master-bidding"];
/** A theme of one's own, whatever the device prefers. */
const THEMED = ["kuhhandel-bidding-bid-ours", "kuhfstein-first"];

/** A landscape while the clock of a seat runs, and the player may ask for more time. */
function timed({ frames, ...rest }: Moment, seat: number): Moment {
  const timers = [{ seat, at: rest.at / 1000 + 9, lasts: 30, more: [0] }];
  return { ...rest, frames: frames.map((frame) => (frame.type === "snapshot" || frame.type === "step" ? { ...frame, timers } : frame)) };
}

export function scenes(recorded: Recorded): Readonly<Record<string, Scene>> {
  const all: Record<string, Scene> = {};
  const usual = { "kuhstall.coached": COACHED };
  const staged = Object.entries(STATES).map(([name, state]): [string, Moment] => [
    `master-${name}`,
    { path: `/t/${TABLE}`, at: AT, frames: [snapshot(state, 40, AT)], answers: {} },
  ]);
  for (const [name, moment] of [...Object.entries(recorded.moments), ...Object.entries(returning(recorded)), ...staged]) {
    all[name] = { moment, kept: usual, act: still };
    for (const [more, act] of OPENED[name] ?? []) all[`${name}+${more}`] = { moment, kept: usual, act };
    if (COACHING.includes(name)) all[`${name}+coach`] = { moment, kept: {}, act: still };
    if (BLUFFING.includes(name)) all[`${name}+bluff`] = { moment, kept: { "kuhstall.coached": COACHED.replace("bluffed ", "") }, act: bluff };
    if (THEMED.includes(name)) for (const theme of ["light", "dark"]) all[`${name}+${theme}`] = { moment, kept: { ...usual, "kuhstall.theme": theme }, act: still };
  }
  const table = recorded.moments["kuhhandel-bidding-bid-ours"];
  // Seen in every language: nothing is opened by its name.
  if (table !== undefined) all["kuhhandel-faces"] = { moment: table, kept: usual, act: faces };
  for (const [name, seat] of [["kuhfstein-action-ours", 0], ["kuhfstein-action-theirs", 1]] as const) {
    const moment = recorded.moments[name];
    if (moment !== undefined) all[`${name}-timed`] = { moment: timed(moment, seat), kept: usual, act: still };
  }
  for (const name of HINTED) {
    const moment = recorded.moments[name];
    if (moment !== undefined) all[`${name}-hinted`] = { moment, kept: {}, act: still };
  }
  if (table !== undefined) all["kuhhandel-offline"] = { moment: { ...table, frames: [], answers: { [`POST /api${table.path.replace("/t/", "/tables/")}/ticket`]: { status: 503, body: {} } } }, kept: usual, act: still };
  return all;
}
