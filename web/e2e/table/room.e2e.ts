/** The waiting room under hasty fingers: two taps leave and close no table, and what is loaded late moves nothing. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, type Browser, type Locator, type Page, request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnyRequest, EditionInfo, PartyView, Wish } from "../../src/protocol/types";
import { open } from "../support/axe";
import { CALM, DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { patience, WHOLE } from "../machine";
import { type Cluster, cluster, freePort, type Node, started } from "../support/servers";

let servers: Cluster;
/** Its clocks are so slow that a table goes on counting down while everything there is tapped. */
let late: Node;
let browser: Browser;
let url: string;

const folder = mkdtempSync(join(tmpdir(), "kuhstall-"));

beforeAll(async () => {
  const settings = { store: join(folder, "kuhstall.db"), tempo: "40", ease: "0", log: "warning" };
  [servers, late, browser] = await Promise.all([cluster(1), started(await freePort(), settings), launched()]);
  url = servers.nodes[0]?.url ?? "";
});

afterAll(async () => {
  await browser.close();
  await Promise.all([servers.stop(), late.stop()]);
  rmSync(folder, { recursive: true });
});

interface Shift {
  readonly at: number;
  readonly value: number;
  readonly moved: readonly string[];
}
interface Seen {
  shifts: Shift[];
  /** When the row of buttons was first there. */
  row: number;
}

/** Write down what moves by itself; runs inside the page. */
function watched(): void {
  const seen: Seen = { shifts: [], row: Infinity };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] })[]) {
      // In the bar above the room the page says that it is connecting again, which is no late layout.
      const inBar = entry.sources.every(({ node }) => node instanceof Element && node.closest("main.room") === null);
      if (!entry.hadRecentInput && !inBar) seen.shifts.push({ at: entry.startTime, value: entry.value, moved: entry.sources.map(({ node }) => (node as Element | null)?.className ?? "?") });
    }
  }).observe({ type: "layout-shift", buffered: true });
  const look = (): void => {
    if (document.querySelector(".start-bar") === null) requestAnimationFrame(look);
    else seen.row = performance.now();
  };
  requestAnimationFrame(look);
}

/** From the next click on, tap for 300 ms on what is there then; runs inside the page. */
function hasty([x, y]: readonly [number, number]): void {
  const done = new Promise<void>((resolve) => {
    const begin = (): void => {
      const end = performance.now() + 300;
      const tap = (): void => {
        if (performance.now() > end) {
          resolve();
          return;
        }
        document.elementFromPoint(x, y)?.closest("button")?.click();
        setTimeout(tap, 90);
      };
      setTimeout(tap, 90);
    };
    addEventListener("click", begin, { capture: true, once: true });
  });
  Object.assign(window, { done });
}

interface State {
  readonly bots: readonly string[];
  /** Where the guest is. */
  readonly guest: "away" | "seated" | "watching";
  readonly taps: "host" | "guest";
  /** What the table is opened with beside its bots. */
  readonly also?: Partial<Pick<Wish, "pace" | "starts">>;
  /** A game whose cards can come from a file. */
  readonly cards?: boolean;
  /** The host starts the game, and the guest shows no value: until the server gives up, or as long as it waits. */
  readonly begun?: "waits" | "aborted";
  readonly late?: true;
}
const STATES: Readonly<Record<string, State>> = {
  "host alone": { bots: [], guest: "away", taps: "host" },
  "host with a free seat": { bots: ["easy"], guest: "away", taps: "host" },
  "host with bots": { bots: ["easy", "easy"], guest: "away", taps: "host" },
  "host with a guest": { bots: ["easy"], guest: "seated", taps: "host" },
  guest: { bots: [], guest: "seated", taps: "guest" },
  spectator: { bots: ["easy"], guest: "watching", taps: "guest" },
  "spectator of a full table": { bots: ["easy", "easy"], guest: "watching", taps: "guest" },
  "host of a slow table": { bots: ["easy"], guest: "away", taps: "host", also: { pace: "slow" } },
  "guest of a slow table": { bots: ["easy"], guest: "seated", taps: "guest", also: { pace: "slow" } },
  "host who collects values": { bots: ["easy"], guest: "seated", taps: "host", also: { pace: "slow" }, begun: "waits" },
  "host who shuffles": { bots: ["easy"], guest: "seated", taps: "host", begun: "waits" },
  "host of a table that starts by itself": { bots: ["easy", "easy"], guest: "away", taps: "host", also: { starts: "full" }, late: true },
  "guest of a table that starts by itself": { bots: ["easy"], guest: "seated", taps: "guest", also: { starts: "full" }, late: true },
  "host of a table that waits for bots": { bots: ["easy"], guest: "away", taps: "host", also: { starts: "bots" }, late: true },
  "host after an aborted start": { bots: ["easy"], guest: "seated", taps: "host", begun: "aborted" },
  "host of a game with its own cards": { bots: ["easy"], guest: "away", taps: "host", cards: true },
};

const box = async (button: Locator): Promise<readonly number[]> =>
  button.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });

/** The server may close an idle connection just when it is used again. */
const AGAIN = { maxRetries: 3 };

/** Two people at one table. */
interface Room {
  readonly url: string;
  readonly host: APIRequestContext;
  readonly guest: APIRequestContext;
  /** The page that is tapped. */
  readonly page: Page;
}

async function sent({ url: at }: Room, by: APIRequestContext, table: string, what: AnyRequest): Promise<void> {
  const answer = await by.post(`${at}/api/tables/${table}/commands`, { data: { cid: randomUUID(), request: what }, ...AGAIN });
  expect(answer.status(), await answer.text()).toBe(200);
}

const party = async ({ url: at, host }: Room, table: string): Promise<PartyView> =>
  (await (await host.get(`${at}/api/tables/${table}`, AGAIN)).json()) as PartyView;

/** Open a table in that state; return its number. */
async function arranged(room: Room, { bots, guest: where, taps, also, begun, cards }: State): Promise<string> {
  const { host, guest, page } = room;
  const editions = (await (await host.get(`${room.url}/api/editions`, AGAIN)).json()) as readonly EditionInfo[];
  const edition = cards === true ? { edition: editions.find(({ card_file }) => card_file)?.key } : {};
  const answer = await host.post(`${room.url}/api/tables`, { data: { seats: 3, bots, ...also, ...edition }, ...AGAIN });
  expect(answer.status(), await answer.text()).toBe(201);
  const { table } = (await answer.json()) as { table: string };
  if (where === "seated") await sent(room, guest, table, { type: "join" });
  if (begun !== undefined) await sent(room, guest, table, { type: "commit", commitment: randomBytes(32).toString("hex") });
  await page.goto(`${room.url}/t/${table}`);
  await page.locator(".start-bar").waitFor({ state: "attached" });
  if (where === "seated") await page.locator(".seat-about button").waitFor();
  // It is loaded late, for those who sit there.
  if (taps === "host" || where === "seated") await page.locator(".room-tv button").waitFor();
  if (begun !== undefined) await unshown(room, table, begun);
  await page.waitForLoadState("networkidle");
  return table;
}

/** Start without the guest's value. */
async function unshown(room: Room, table: string, begun: "waits" | "aborted"): Promise<void> {
  const { host, page } = room;
  await page.locator('.seat-added[data-there="true"]').nth(1).waitFor();
  await sent(room, host, table, { type: "start" });
  if (begun === "waits") await page.getByText(/The cards are (being shuffled|dealt once)/).waitFor();
  else await page.getByText("The game could not start").waitFor({ timeout: patience(30_000) });
}

async function moved(page: Page): Promise<readonly Shift[]> {
  const { shifts, row } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  return shifts.filter(({ at }) => at > row);
}

async function closed(page: Page): Promise<void> {
  const dialog = page.locator("dialog[open]");
  // On a slow machine it opens late: after one look there may be one.
  await expect
    .poll(async () => {
      if ((await dialog.count()) > 0) await dialog.locator(".dialog-x").click({ timeout: 2000 }).catch(() => undefined);
      return dialog.count();
    })
    .toBe(0);
}

const CHANGES = /^(\+ bot|Fill up|Same room|Start the game|Sit here|Join)/;

const arrangement = ({ stage, edition, pace, aborts, places }: PartyView): string =>
  JSON.stringify([stage, edition, pace, aborts, places.map(({ kind, bot }) => [kind, bot])]);

/** Tap on a button, and for 300 ms on what is there then; return where it was. */
async function tappedTwice(page: Page, button: Locator, touch: boolean): Promise<readonly number[]> {
  await expect.poll(async () => button.getAttribute("aria-disabled")).not.toBe("true");
  // Away from the bars at the top and the bottom, which cover what is below them.
  await button.evaluate((one) => one.scrollIntoView({ block: "center" }));
  const [x = 0, y = 0, width = 0, height = 0] = await box(button);
  const at = [x + width / 2, y + height / 2] as const;
  await page.evaluate(hasty, at);
  if (touch) await page.touchscreen.tap(...at);
  else await page.mouse.click(...at);
  await page.evaluate(async () => (window as unknown as { done: Promise<void> }).done);
  return [x, y, width, height];
}

/** Tap twice on every button of one state; return how many there were. */
async function tapped(room: Room, name: string, state: State, touch: boolean): Promise<number> {
  const { page, host } = room;
  const buttons = page.locator("main.room button:not(:disabled)");
  let table = await arranged(room, state);
  const people = ({ closed: why, places }: PartyView): readonly string[] => [`closed: ${why}`, ...places.filter(({ kind }) => kind === "person").map((one) => one.name ?? "")];
  let count = await buttons.count();
  const led = (await party(room, table)).host;
  // Where a game begins, news come by themselves.
  if (state.begun === undefined) expect(await moved(page), `${name}: nothing moves by itself`).toEqual([]);
  for (let place = 0; place < count; place++) {
    let before = await party(room, table);
    // Who shuffles is given up on after five seconds, whatever the tempo. And while a page takes long to load again,
    // somebody else who is there is the host.
    if ((state.begun === "waits" && before.stage === "open") || before.host !== led) {
      await sent(room, host, table, { type: "leave" });
      table = await arranged(room, state);
      before = await party(room, table);
    }
    // After a new arrangement the last button may come late, and on a slow machine not at all.
    await buttons.nth(count - 1).waitFor({ timeout: patience(3000) }).catch(() => undefined);
    count = await buttons.count();
    if (place >= count) break;
    const [labels, button] = [await buttons.allTextContents(), buttons.nth(place)];
    const [x, y, width, height] = await tappedTwice(page, button, touch);
    // Such a button changes the table, and the answer may come late.
    if (CHANGES.test(labels[place] ?? "")) await expect.poll(async () => arrangement(await party(room, table))).not.toBe(arrangement(before));
    const after = await party(room, table);
    const what = `${name}: ${labels[place]}`;
    // People may have sat down. None has left, and the table is open.
    const stay = after.aborts > before.aborts ? people(before).filter((one) => one !== "Ben") : people(before);
    expect(people(after), what).toEqual(expect.arrayContaining([...stay]));
    if (labels[place] === "Fill up with bots") {
      const start = page.getByRole("button", { name: "Start the game" });
      await start.waitFor();
      expect(await box(start), `${what}: Start is where it was`).toEqual([x, y, width, height]);
    }
    await closed(page);
    if (arrangement(after) !== arrangement(before)) {
      if (after.stage === "open") await sent(room, host, table, { type: "leave" });
      table = await arranged(room, state);
    } else if ((await buttons.allTextContents()).join() !== labels.join()) {
      await page.reload();
      await page.locator(".start-bar").waitFor({ state: "attached" });
    }
  }
  // Nobody can leave while cards are shuffled.
  if (state.begun !== "waits") await sent(room, host, table, { type: "leave" });
  return count;
}

type Place = PartyView["places"][number];
const who = ({ places }: PartyView): readonly string[] => places.map(({ kind, name, bot }) => `${kind} ${kind === "bot" ? bot : name ?? ""}`);

/** What each button of a dialog about a seat does, once; `on` is the kind of seat that has it. */
const DEEDS: readonly { readonly label: string; readonly on: "host" | Place["kind"]; readonly after: (was: readonly string[], seat: number) => readonly string[] }[] = [
  { label: "Move down", on: "host", after: ([one = "", other = "", ...rest]) => [other, one, ...rest] },
  { label: "Move up", on: "person", after: (was, seat) => was.map((_, place) => was[place === seat ? seat - 1 : place === seat - 1 ? seat : place] ?? "") },
  { label: "Remove the bot", on: "bot", after: (was, seat) => was.map((one, place) => (place === seat ? "empty " : one)) },
  { label: "Make host", on: "person", after: (was) => was },
  { label: "Send away", on: "person", after: (was, seat) => was.map((one, place) => (place === seat ? "empty " : one)) },
];

/** Tap twice on every button in the dialogs about seats: each does what it says, once, and nothing else happens. */
async function arrangedByTaps(room: Room, touch: boolean): Promise<number> {
  const { page, host } = room;
  for (const { label, on, after } of DEEDS) {
    const table = await arranged(room, { bots: ["easy"], guest: "seated", taps: "host" });
    const before = await party(room, table);
    const seat = before.places.findIndex(({ kind }, place) => (on === "host" ? place === before.host : kind === on && place !== before.host));
    await page.locator("[aria-label^='Manage the seat of']").nth(seat).click();
    await tappedTwice(page, page.locator("dialog[open]").getByRole("button", { name: label }), touch);
    const wanted = after(who(before), seat);
    const hosts = label === "Make host" ? "Ben" : "Ann";
    const now = async (): Promise<unknown> => {
      const found = await party(room, table);
      return [found.stage, found.closed, who(found), found.places[found.host ?? -1]?.name];
    };
    await expect.poll(now, { message: label }).toEqual([before.stage, before.closed, wanted, hosts]);
    // A second request would be there by now.
    await page.waitForTimeout(300);
    expect(await now(), label).toEqual([before.stage, before.closed, wanted, hosts]);
    await sent(room, host, table, { type: "leave" });
  }
  return DEEDS.length;
}

const ON_PHONES = ["a phone", { ...PHONE, ...CALM }] as const;
const ON_DESKTOPS = ["a desktop", { ...DESKTOP, ...CALM }] as const;

/** On phones each time, where thumbs are hasty; on desktops by `make thorough`. */
test.each(WHOLE ? [ON_PHONES, ON_DESKTOPS] : [ON_PHONES])("two taps leave no table, on %s", async (_, device) => {
  const touch = "hasTouch" in device;
  const counts: (readonly [string, number])[] = [];
  const states = Object.entries(STATES).map(([name, state]) => ({
    late: state.late === true,
    taps: state.taps,
    run: async (room: Room): Promise<void> => void counts.push([name, await tapped(room, name, state, touch)]),
  }));
  const run = async (room: Room): Promise<void> => void counts.push(["dialogs about seats", await arrangedByTaps(room, touch)]);
  const waiting = [{ late: false, taps: "host", run }, ...states];
  /** Only the front page of a context is drawn, so whatever goes on at once has one of its own. */
  const worker = async (at: string, jobs: typeof waiting): Promise<void> => {
    const { context, page } = await opened(browser, device, "en");
    await context.addInitScript(watched);
    const [own, other] = [context.request, await request.newContext()];
    for (const by of [own, other]) await by.post(`${at}/api/guests`, { data: { name: by === own ? "Ann" : "Ben" } });
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      await job.run({ url: at, page, ...(job.taps === "host" ? { host: own, guest: other } : { host: other, guest: own }) });
    }
    await other.dispose();
  };
  const [slow, others] = [waiting.filter((one) => one.late), waiting.filter((one) => !one.late)];
  await Promise.all([late.url, late.url, url, url, url, url, url].map(async (at) => worker(at, at === late.url ? slow : others)));
  console.info("buttons tapped", Object.fromEntries(counts));
});

test("leaving asks first and says why the table closed", async () => {
  const { page, context } = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  const answer = await context.request.post(`${url}/api/tables`, { data: { seats: 3 } });
  const { table } = (await answer.json()) as { table: string };
  await page.goto(`${url}/t/${table}`);
  await page.locator(".room-leave").click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByText("the table closes when you leave").waitFor();
  await open(page, "the question whether to leave");
  await dialog.getByRole("button", { name: "Stay" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator(".room-leave").click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await page.getByText("This table was closed because everyone left.").waitFor();
});
