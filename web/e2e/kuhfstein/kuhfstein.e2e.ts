/** Kuhfstein in browsers: four to the last point, taking back, cards of one's own, by keyboard, and for everybody. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, violations } from "../support/axe";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
import { Herder } from "./kuhfsteinRobot";
import { landToured } from "./kuhfsteinTour";
import { filled } from "../support/scoreSheet";
import { type Cluster, cluster } from "../support/servers";
import { patience } from "../machine";

const STILL = { ...DESKTOP, reducedMotion: "reduce" };

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(2, { tempo: "0.1" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

const url = (node: number): string => servers.nodes[node]?.url ?? "";

interface Wish {
  readonly seats: number;
  readonly bots?: readonly string[];
  readonly rules?: object;
}

/** Open a table of Kuhfstein as its host; return its path. Nobody is late there, however long it is looked at. */
async function laid({ context, page }: Window, origin: string, wish: Wish): Promise<string> {
  const answer = await context.request.post(`${origin}/api/tables`, { data: { edition: "kuhfstein", pace: "slow", ...wish } });
  const path = `/t/${((await answer.json()) as { table: string }).table}`;
  await page.addInitScript(() => localStorage.setItem("kuhstall.coached", "turn bidding gavel trade bluff bluffed slap rat division land_action land_play land_confirm"));
  await page.goto(`${origin}${path}`);
  await page.locator(".start-bar").waitFor();
  return path;
}

async function started(page: Page): Promise<void> {
  await begun(page);
  await page.locator(".field-table .window").waitFor();
}

/** What lies in the landscape of a seat, as a window shows it: large for its owner, small for the others. */
async function landscape(page: Page, seat: number): Promise<readonly string[]> {
  return page.evaluate((of) => {
    const board = document.querySelector(`.board[data-seat="${of}"]`);
    if (board !== null) return [...board.querySelectorAll<HTMLElement>(".tile")].map((tile) => `${tile.dataset["cell"]} ${tile.ariaLabel}`);
    return [...document.querySelectorAll<HTMLElement>(`.opponent[data-seat="${of}"] .minimap i`)].map((tile) => `${tile.className} ${tile.getAttribute("style")}`);
  }, seat);
}

const score = async (page: Page, seat: number): Promise<string | null> => page.locator(`.marker[data-seat="${seat}"]`).getAttribute("data-score");

/** All that a window shows of a seat. */
async function picture(page: Page, seat: number): Promise<unknown> {
  const open = await page.locator(".open-tiles .open-tile").evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset["terrain"]));
  return { open, land: await landscape(page, seat), score: await score(page, seat) };
}

test("four play to the score sheet, and what was taken back never was", async () => {
  const host = await opened(browser, { ...PHONE, ...CALM }, "de");
  const guest = await opened(browser, DESKTOP, "en");
  const path = await laid(host, url(0), { seats: 4, bots: ["farmer", "herder"], rules: { start_player: "seat:0", final_tile: "player" } });
  await guest.page.goto(`${url(1)}${path}`);
  await guest.page.locator(".start-bar .btn--go").first().click();
  await guest.page.waitForFunction(() => document.querySelector(".start-bar .btn--go") === null);
  await started(host.page);
  await guest.page.locator(".field-table .window").waitFor();

  // A first tile, seen by both; then it is taken back, and for both it is as it was.
  const before = [await picture(host.page, 0), await picture(guest.page, 0)];
  await host.page.locator(".open-tile[data-tile='0']").click();
  await host.page.locator(".board [data-spot]").first().click();
  await host.page.locator("[data-act=place_tile]").first().click();
  for (const { page } of [host, guest]) await expect.poll(async () => landscape(page, 0)).toHaveLength(1);
  expect(await picture(guest.page, 0)).not.toEqual(before[1]);
  await host.page.locator("[data-act=take_back]").click();
  for (const { page } of [host, guest]) await expect.poll(async () => landscape(page, 0)).toHaveLength(0);
  expect([await picture(host.page, 0), await picture(guest.page, 0)]).toEqual(before);
  await expect.poll(async () => guest.page.locator(".log .lines li").allTextContents()).toEqual(expect.arrayContaining([expect.stringMatching(/back/i)]));

  const pages = [host.page, guest.page];
  const toTheEnd = async (): Promise<void> => {
    const seen = await landToured(guest.page, ["final-ours"], async (name) => open(guest.page, name));
    expect(seen.size).toBe(1);
    await new Herder(guest.page, 5).play();
  };
  await Promise.all([new Herder(host.page, 3).play(), toTheEnd()]);
  for (const page of pages) await page.locator("main.score").waitFor({ timeout: patience(30_000) });
  // Both saw the same end.
  const ends = [host, guest].map(({ frames }) => {
    const shown = frames.map((frame) => JSON.parse(frame) as { view?: { phase: { phase: string; scores?: { total: number }[] } } });
    return shown.findLast((frame) => frame.view?.phase.phase === "over")?.view?.phase.scores?.map(({ total }) => total);
  });
  expect(ends[0]).toHaveLength(4);
  expect(ends[1]).toEqual(ends[0]);

  // The sheet fills row by row, and tells why.
  const { page } = guest;
  await filled(page);
  await expect.poll(async () => page.locator("[data-row=track] td b").allTextContents()).toHaveLength(4);
  const totals = await page.locator("[data-row=total] td").allTextContents();
  expect(totals.map(Number)).toEqual((ends[0] ?? []).toSorted((one, two) => two - one));
  await expect.poll(async () => page.locator("[data-row=goal] td small").count()).toBeGreaterThanOrEqual(4);
  await page.locator(".course figure").nth(1).waitFor();
  await page.locator(".confetti").waitFor({ state: "detached" });
  await open(page, "the score sheet of Kuhfstein");
  await page.getByRole("button", { name: "Verify the shuffle" }).click();
  await page.locator(".verdict").nth(4).waitFor();
  const verdicts = await page.locator(".verdict").evaluateAll((all) => all.map((one) => one.getAttribute("data-good")));
  expect(verdicts.every((good) => good === "true")).toBe(true);
  expect(await violations(page, "dialog[open]")).toEqual([]);
  await page.keyboard.press("Escape");
  await replayed(page);
});

/** The game again: with all open, and as somebody saw it. */
async function replayed(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Watch the game" }).click();
  await page.locator(".replay[data-step='1'] .window").waitFor();
  await page.keyboard.press("End");
  await expect.poll(async () => Number(await page.locator(".replay").getAttribute("data-step"))).toBeGreaterThan(50);
  const last = Number(await page.locator(".replay").getAttribute("data-step"));
  await page.keyboard.press("ArrowLeft");
  await page.locator(`.replay[data-step="${last - 1}"]`).waitFor();
  for (const viewer of ["none", "1"]) {
    await page.getByLabel("As seen by").selectOption(viewer);
    await page.locator(`.replay[data-viewer="${viewer}"]`).waitFor();
    // One's own goals are one's own secret, in a replay as well.
    await expect.poll(async () => page.locator(".goals [data-goal]").count()).toBe(viewer === "1" ? 2 : 0);
  }
  await expect.poll(async () => page.locator("[data-action], [data-act]").count()).toBe(0);
  await open(page, "a game of Kuhfstein again");
  // Whoever comes by a link was at no table before: this page has to bring all its styles itself.
  await page.reload();
  await page.locator(".replay .tip").waitFor();
  expect(await page.locator(".tip").evaluate((tip) => getComputedStyle(tip).position)).toBe("absolute");
  expect(await page.locator(".zooms").evaluate((zooms: HTMLElement) => zooms.offsetParent?.classList.contains("field"))).toBe(true);
}

/** A deck of patterns, with a mistake if one is wanted. */
function deck(mistake = false): string {
  const letters = ["H", "M", "W", "L", "B"];
  const cards = letters.flatMap((one, place) => letters.slice(place).map((other) => [one, other] as const));
  return cards.map(([one, other], place) => `[[card]]\nid = "own-${place}"\nrows = ["${one}${mistake && place === 2 ? "X" : other}"]\npoints = ${5 + place}\n`).join("\n");
}

test("the host brings cards: a file with an error is told by line and reason, a good one is played with", async () => {
  const host = await opened(browser, STILL, "en");
  const { page } = host;
  await page.addInitScript(() => localStorage.setItem("kuhstall.coached", "land_action land_play land_confirm"));
  await page.goto(`${url(1)}/rules/kuhfstein`);
  await page.locator(".book-figure").nth(4).waitFor();
  await open(page, "the rules of Kuhfstein");
  await page.goto(`${url(1)}/`);
  await page.getByRole("button", { name: "Table with friends" }).click();
  await page.locator(".start-bar").waitFor();
  await page.locator(".chip-btn").first().click();
  await page.locator("dialog[open]").getByRole("radio", { name: /Kuhfstein/ }).check();
  await page.keyboard.press("Escape");
  await page.locator(".chip-btn").nth(5).waitFor();
  await page.locator(".chip-btn").nth(1).click();
  await expect.poll(async () => page.locator("dialog[open] .choice").count()).toBe(3);
  await page.locator("dialog[open]").getByRole("radio", { name: /2/ }).check();
  await page.keyboard.press("Escape");
  await page.locator(".chip-btn").nth(4).click();
  await expect.poll(async () => page.locator("dialog[open] .rule").count()).toBe(10);
  expect(await page.locator("dialog[open] .rule label small").evaluateAll((all) => all.every((why) => (why.textContent ?? "").length > 20))).toBe(true);
  await open(page, "the house rules of Kuhfstein");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Cards: ours" }).click();
  const file = page.locator("dialog[open] input[type=file]");
  // That the file is refused, the browser itself tells to the console.
  host.excuse(/409 .* at \S+\/commands$/);
  await file.setInputFiles({ name: "mine.toml", mimeType: "text/plain", buffer: Buffer.from(deck(true)) });
  const refusal = page.locator("dialog[open] [role=alert]");
  await refusal.getByText("mine.toml was refused.").waitFor();
  await expect.poll(async () => refusal.textContent()).toMatch(/Line 13: Card own-2: .*H/);
  await expect.poll(async () => refusal.locator("code").textContent()).toBe('rows = ["HX"]');
  await open(page, "a card file that is refused");
  await file.setInputFiles({ name: "mine.toml", mimeType: "text/plain", buffer: Buffer.from(deck()) });
  await page.locator("dialog[open] [data-good=true]").waitFor();
  await expect.poll(async () => refusal.textContent()).toBe("");
  await open(page, "a card file that is taken");
  await page.keyboard.press("Escape");
  await page.getByText("Cards: own file").waitFor();

  await page.getByRole("button", { name: "Fill up with bots" }).click();
  await page.locator(".seat-more").nth(1).click();
  await expect.poll(async () => page.locator("dialog[open] .choice").count()).toBe(4);
  await open(page, "a bot of Kuhfstein");
  await page.keyboard.press("Escape");
  await started(page);
  const dealt = host.frames.map((frame) => JSON.parse(frame) as { view?: { cards?: { id: string }[] } }).findLast(({ view }) => (view?.cards ?? []).length === 4);
  expect(dealt?.view?.cards?.every(({ id }) => id.startsWith("own-"))).toBe(true);
  await page.locator(".display .pattern-card").nth(3).waitFor();
});

/** Press Tab until the focus is on something that matches. */
async function tabbed(page: Page, selector: string, most = 90): Promise<void> {
  for (let press = 0; press < most; press++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no Tab leads to ${selector}`);
}

test("somebody without a mouse plays some turns", async () => {
  const host = await opened(browser, DESKTOP, "en");
  const { page } = host;
  await laid(host, url(0), { seats: 2, bots: ["herder"], rules: { start_player: "seat:0" } });
  await page.locator(".start-bar .btn--go[aria-disabled=false]").waitFor();
  await tabbed(page, ".start-bar .btn--go");
  await page.keyboard.press("Enter");
  for (const turn of [1, 2, 3]) {
    // A tile: picked up, a place found with the arrows or the next key, and laid.
    await page.locator(".action-bar:not(.quiet) [data-action=tile]:enabled").waitFor();
    await tabbed(page, ".open-tile[aria-disabled=false]");
    await page.keyboard.press("Enter");
    await tabbed(page, ".board [role=gridcell]");
    await page.keyboard.press("n");
    await expect.poll(async () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset["spot"])).toBeDefined();
    await page.keyboard.press("Enter");
    await tabbed(page, ".confirm [data-act=place_tile]");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await landscape(page, 0)).length).toBe(turn);
    // A card, and the end of the turn.
    await page.locator(".action-bar [data-action=take]:enabled").waitFor();
    await tabbed(page, ".display .pattern-card[aria-disabled=false]");
    await page.keyboard.press("Enter");
    await tabbed(page, ".confirm [data-act=take_card]");
    await page.keyboard.press("Enter");
    await page.locator("[data-act=finish_turn]:enabled").waitFor();
    await tabbed(page, "[data-act=finish_turn]");
    await page.keyboard.press("Enter");
    await page.locator("[data-act=finish_turn]").waitFor({ state: "detached" });
  }
  await expect.poll(async () => page.locator(".own-hand .pattern-card").count()).toBe(4);
  // With the arrows over the landscape: what is there is told, cell by cell.
  await tabbed(page, ".board [role=gridcell]");
  await page.keyboard.press("Home");
  const told = new Set<string>();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End"]) {
    await page.keyboard.press(key);
    told.add((await page.evaluate(() => document.activeElement?.ariaLabel)) ?? "");
  }
  expect(told.size).toBeGreaterThan(2);
});

test("the table of Kuhfstein and its dialogs are open to everybody", async () => {
  const host = await opened(browser, STILL, "en");
  const { page } = host;
  const rules = { start_card: "choose", bonus_optional: true, bonus_positions: [4, 8, 12, 16], start_player: "seat:0" };
  let dialogs = false;
  const look = async (name: string): Promise<void> => {
    await open(page, name);
    // The size was another one a moment ago, and the landscape finds its own by what is left.
    await expect.poll(async () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight), { message: `${name} scrolls`, timeout: patience(3000) }).toBeLessThanOrEqual(0);
    if (dialogs || name !== "action-herd") return;
    dialogs = true;
    await page.locator(".opponent button").first().click();
    await page.locator("dialog[open].land-large").waitFor();
    await open(page, "the landscape of somebody else");
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.keyboard.press("F1");
    await page.locator("dialog[open].help").waitFor();
    await open(page, "the help of Kuhfstein");
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  };
  let wanted = ["picking-ours", "action-ours", "action-tile", "action-tile-laid", "action-play", "action-herd", "confirm-ours", "extra-ours", "extra-take"];
  // The deal is chance: what one game does not bring to the table, another will.
  for (let game = 1; wanted.length > 0 && game <= 5; game++) {
    await laid(host, url(0), { seats: 2, bots: ["herder"], rules });
    if (game === 1) await open(page, "the waiting room of Kuhfstein");
    await started(page);
    const seen = await landToured(page, wanted, look, 6 + game);
    wanted = wanted.filter((name) => !seen.has(name));
  }
  expect(wanted).toEqual([]);
  expect(dialogs).toBe(true);
});
