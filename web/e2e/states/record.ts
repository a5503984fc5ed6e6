/**
 * Records what pages hear in every state, for `make compare`: games are played against real servers, and of each new
 * thing that a table shows only the last two looks at it are kept, which is all that a page needs to show it again.
 */
import { writeFileSync } from "node:fs";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import type { ChatLine, GameEvent, Outbound, PartyView } from "../../src/protocol/types";
import { begun } from "../support/begun";
import { DESKTOP, launched, opened, type Window } from "../support/browsers";
import { Herder } from "../kuhfstein/kuhfsteinRobot";
import { landToured } from "../kuhfstein/kuhfsteinTour";
import { type Cluster, cluster } from "../support/servers";
import { toured } from "../support/tour";
import { type Answer, FILE, type Moment } from "./states";

type Snapshot = Extract<Outbound, { type: "snapshot" }>;
type Step = Extract<Outbound, { type: "step" }>;

/** Of a whole game these are kept: lines of its story, steps of its replay. */
const LINES = 30;
const REPLAYED = 12;
const NAMES = ["Anna", "Mathilda", "Юрий", "Bram", "Klabauter"];

const answers: Record<string, Answer> = {};
const moments: Record<string, Moment> = {};
let servers: Cluster;
let browser: Browser;
let url: string;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.3", ease: "0" }), launched()]);
  url = servers.nodes[0]?.url ?? "";
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
  const named = Object.entries(moments).map(([name, moment]) => `${JSON.stringify(name)}:${JSON.stringify(moment)}`);
  writeFileSync(FILE, `{"answers":${JSON.stringify(answers)},\n"moments":{\n${named.join(",\n")}}}\n`);
});

async function got(context: BrowserContext, path: string): Promise<Answer> {
  const answer = await context.request.get(`${url}${path}`);
  return { status: answer.status(), body: (await answer.json()) as unknown };
}

function renamed(party: PartyView): PartyView {
  const places = party.places.map((place, seat) => (place.kind === "empty" ? place : { ...place, name: NAMES[seat] ?? "" }));
  return { ...party, places };
}

function talk(at: number): readonly ChatLine[] {
  const line = (id: number, seat: number | null, text: string): ChatLine => ({ id, seat, name: seat === null ? "Zaungast" : (NAMES[seat] ?? ""), at: at - 60_000 * (6 - id), phrase: null, text });
  return [line(1, 1, "Hello everybody"), line(2, 0, "Good luck, and may the best farmer win: it is going to be me!"), line(3, null, "Can one look on?"), line(4, 2, "https://example.org")];
}

/** All that was shown before a step, as one look at the table. */
function before(frames: readonly Outbound[], step: Step, at: number): Snapshot {
  let shown: Snapshot | undefined;
  for (const frame of frames) {
    if (frame === step) break;
    if (frame.type === "snapshot") shown = frame;
    else if (frame.type === "step" && shown !== undefined) {
      const { seq, you, may, view, options, timers } = frame;
      shown = { ...shown, seq, you, may, view, options, timers, party: frame.party ?? shown.party };
    }
  }
  if (shown === undefined) throw new Error("nothing was shown before");
  return { ...shown, seq: step.seq - 1, missed: [], chat: [...talk(at)], party: renamed(shown.party) };
}

/** Keep what a window shows now, or showed when an event came. */
async function kept({ context, page, frames }: Window, name: string, event?: string): Promise<void> {
  const heard = frames.map((frame) => JSON.parse(frame) as Outbound);
  const steps = heard.filter((frame) => frame.type === "step");
  const of = (events: readonly GameEvent[]): boolean => event === undefined || events.some(({ type }) => type === event);
  const step = steps.findLast(({ events }) => of(events));
  const path = new URL(page.url()).pathname;
  const lines = await got(context, `/api${path.replace("/t/", "/tables/")}/lines`);
  const story = { status: lines.status, body: (lines.body as unknown[]).slice(-LINES) };
  const at = Date.now();
  const own = { [`GET /api${path.replace("/t/", "/tables/")}/lines`]: story };
  if (step === undefined) {
    const snapshot = heard.findLast((frame) => frame.type === "snapshot");
    if (snapshot === undefined) throw new Error(`nothing was shown for ${name}`);
    moments[name] = { path, at, frames: [{ ...snapshot, party: renamed(snapshot.party) }], answers: own };
    return;
  }
  const last = { ...step, party: step.party === null ? null : renamed(step.party) };
  moments[name] = { path, at, frames: [before(heard, step, at), last], answers: own };
}

async function seated(window: Window, wish: object): Promise<void> {
  const { page, context } = window;
  await page.addInitScript(() => localStorage.setItem("kuhstall.coached", "turn bidding gavel trade bluff bluffed slap rat division land_action land_play land_confirm"));
  const answer = await context.request.post(`${url}/api/tables`, { data: { pace: "relaxed", ...wish } });
  const { table } = (await answer.json()) as { table: string };
  await page.goto(`${url}/t/${table}`);
}

/** The score sheet with all that it asks for, and a few steps of the game again. */
async function ended(window: Window, game: string): Promise<void> {
  const { page, context } = window;
  await page.locator("main.score").waitFor();
  await kept(window, `${game}-score`);
  const table = new URL(page.url()).pathname.replace("/t/", "/api/tables/");
  const course = await got(context, `${table}/course`);
  const transcript = await got(context, `${table}/transcript`);
  const { log } = transcript.body as { log: unknown[] };
  const score = moments[`${game}-score`];
  if (score === undefined) return;
  const more = { [`GET ${table}/course`]: course, [`GET ${table}/transcript`]: { status: 200, body: { ...(transcript.body as object), log: log.slice(0, 4) } } };
  moments[`${game}-score`] = { ...score, answers: { ...score.answers, ...more } };
  const steps = (course.body as { steps: number }).steps;
  const from = Math.floor(steps / 200) * 100;
  const own: Record<string, Answer> = {};
  const party = await got(context, table);
  own[`GET ${table}`] = { status: 200, body: renamed(party.body as PartyView) };
  const stops = (course.body as { stops: { step: number }[] }).stops.filter(({ step }) => step <= REPLAYED);
  own[`GET ${table}/course`] = { status: 200, body: { ...(course.body as object), steps: REPLAYED, stops } };
  for (const viewer of ["all", "none", "0"]) {
    const replay = await got(context, `${table}/replay/${viewer}/${from / 100}`);
    const { page: all } = replay.body as { page: object[] };
    own[`GET ${table}/replay/${viewer}/0`] = { status: 200, body: { ...(replay.body as object), page: all.slice(0, REPLAYED).map((step, place) => ({ ...step, step: place + 1 })) } };
  }
  moments[`${game}-replay`] = { path: `${new URL(page.url()).pathname}/replay`, at: score.at, frames: [], answers: own };
}

test("the pages around a table", async () => {
  const window = await opened(browser, DESKTOP, "en");
  const { page, context } = window;
  await seated(window, { edition: "kuhhandel/2", seats: 4, bots: ["farmer:bold"], public: true });
  await page.locator(".start-bar").waitFor();
  await kept(window, "room-host");
  const path = new URL(page.url()).pathname;
  const guest = await opened(browser, DESKTOP, "en");
  await guest.page.goto(page.url());
  await guest.page.locator(".start-bar").waitFor();
  await kept(guest, "room-stranger");
  await guest.page.locator(".start-bar .btn--go").click();
  await guest.page.locator(".start-bar .btn--go").waitFor({ state: "detached" });
  await kept(guest, "room-guest");
  const land = await opened(browser, DESKTOP, "en");
  await seated(land, { edition: "kuhfstein", seats: 4, bots: ["farmer", "herder"], public: true });
  await land.page.locator(".start-bar").waitFor();
  await kept(land, "room-kuhfstein");
  const master = await opened(browser, DESKTOP, "en");
  await seated(master, { edition: "master", seats: 6, bots: ["farmer"], public: true });
  await master.page.locator(".start-bar").waitFor();
  await kept(master, "room-master");
  for (const ask of ["editions", "house", "lobby", "me"]) answers[`GET /api/${ask}`] = await got(context, `/api/${ask}`);
  answers["GET /api/codes/zzzzzzz"] = await got(context, "/api/codes/zzzzzzz");
  const at = Date.now();
  const plain = (path: string): Moment => ({ path, at, frames: [], answers: {} });
  for (const [name, where] of Object.entries({ landing: "/", score: "/score", house: "/play", lost: "/nowhere", unknown: "/j/zzzzzzz" })) moments[`page-${name}`] = plain(where);
  moments["page-landing-stranger"] = { ...plain("/"), answers: { "GET /api/me": { status: 401, body: { code: "no_session" } }, "GET /api/lobby": { status: 200, body: [] } } };
  for (const edition of (answers["GET /api/editions"]?.body ?? []) as { key: string }[]) moments[`rules-${edition.key.replace("/", "-")}`] = plain(`/rules/${edition.key}`);
  moments["page-gone"] = { path, at, frames: [], answers: { [`POST /api${path.replace("/t/", "/tables/")}/ticket`]: { status: 404, body: { code: "no_such_table" } } } };
  moments["page-kicked"] = { path, at, frames: [], answers: { [`POST /api${path.replace("/t/", "/tables/")}/ticket`]: { status: 403, body: { code: "kicked" } } } };
});

test.each([
  ["kuhhandel", 4],
  ["five", 5],
] as const)("Kuhhandel: %s", async (name, seats) => {
  const window = await opened(browser, DESKTOP, "en");
  const bots = ["farmer", "farmer:bold", "farmer:bluffer", "farmer:thrifty"].slice(0, seats - 1);
  await seated(window, { edition: "kuhhandel/2", seats, bots });
  await begun(window.page);
  await window.page.locator(".stage").waitFor();
  const watcher = await opened(browser, DESKTOP, "en");
  await watcher.page.goto(window.page.url());
  await watcher.page.locator(".stage").waitFor();
  if (seats === 4) await kept(watcher, `${name}-watching`);
  const wanted = seats === 4 ? null : ["bidding-bid-ours", "turn-ours", "dialog-responding", "bidding-bid-theirs"];
  await toured(window.page, wanted, async (state) => {
    const happened = /^happening-(\w+)$/.exec(state)?.[1];
    await kept(window, `${name}-${state}`, happened);
  });
  if (seats === 4) await ended(window, name);
});

test("Kuhfstein", async () => {
  const window = await opened(browser, DESKTOP, "en");
  await seated(window, { edition: "kuhfstein", seats: 4, bots: ["herder", "herder", "herder"] });
  await begun(window.page);
  await window.page.locator(".stage.field").waitFor();
  const watcher = await opened(browser, DESKTOP, "en");
  await watcher.page.goto(window.page.url());
  await watcher.page.locator(".stage").waitFor();
  await kept(watcher, "kuhfstein-watching");
  const { page } = window;
  const there = (selector: string) => async (): Promise<boolean> => (await page.locator(selector).count()) > 0;
  const herder = new Herder(page, 5);
  await page.locator(".action-bar:not(.quiet)").waitFor();
  await kept(window, "kuhfstein-first");
  await herder.play(there("[data-tile]:has(.sprout)"));
  await kept(window, "kuhfstein-sprout");
  await herder.play(there("[data-from=hand]"));
  await kept(window, "kuhfstein-card");
  await herder.play(there("[data-herd]"));
  await kept(window, "kuhfstein-herd");
  await landToured(page, null, async (state) => kept(window, `kuhfstein-${state}`));
  await ended(window, "kuhfstein");
});
