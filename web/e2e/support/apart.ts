/** Four people who are never connected at once start a slow game. One of them never comes back after joining. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { CALM, DESKTOP, opened, PHONE, type Window } from "./browsers";
import { patience } from "../machine";
import { press } from "./robot";
import { cluster, freePort, started } from "./servers";

/** The time of a decision is half a minute. */
const TEMPO = String(30 / 172_800);
/** Mostly it waits for the clock of the server: it looks seldom, and leaves the machine to others. */
const WAIT = { timeout: patience(90_000), interval: 500 };
const HINTS = "turn bidding gavel trade bluff bluffed pedigree rat dividing tile herd card goal";
const LANGUAGES = ["en", "de", "ru", "en"] as const;
const ABSENT = 3;
/** What `kuhstall verify` says then: seats are counted from 1, as in all texts. */
export const MISSED = /^incomplete: .*the values of 3 people[^]*^missing: seat 4 [^]*2 deals in all/m;

export interface Site {
  readonly url: string;
  /** Lead whoever comes next to another node, where there are several. */
  next(): void;
  stop(): Promise<void>;
}

export async function onSqlite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), "kuhstall-"));
  const node = await started(await freePort(), { store: join(folder, "kuhstall.db"), tempo: TEMPO, ease: "0", log: "warning" });
  return { url: node.url, next: () => undefined, stop: async () => node.stop().then(() => rmSync(folder, { recursive: true })) };
}

export async function onTwoNodes(): Promise<Site> {
  const servers = await cluster(2, { tempo: TEMPO });
  let node = 0;
  return { url: servers.wire.url, next: () => servers.wire.lead((node = 1 - node)), stop: async () => servers.stop() };
}

interface Looked {
  readonly party: {
    readonly stage: string;
    readonly host: number | null;
    readonly aborts: number;
    readonly places: readonly { readonly kind: string; readonly here?: boolean; readonly commitment?: string; readonly reveal?: string; readonly revealed?: boolean }[];
  };
  readonly view: { readonly phase: { readonly phase: string }; readonly deck: number };
  readonly options: readonly object[];
}

/** The server may close an idle connection just when it is used again. */
const AGAIN = { maxRetries: 3 };

/** Look at the table without a page, and without being there. */
async function looked({ context }: Window, { url }: Site, table: string): Promise<Looked> {
  return (await (await context.request.get(`${url}/api/tables/${table}/view`, AGAIN)).json()) as Looked;
}

/** Come by with a page of one's own, and wait until the server has heard that it is closed. */
async function visited(site: Site, window: Window, table: () => string, visit: (page: Page) => Promise<void>): Promise<void> {
  site.next();
  const page = await window.context.newPage();
  await page.addInitScript((hints) => localStorage.setItem("kuhstall.coached", hints), HINTS);
  await visit(page);
  await page.close();
  await expect.poll(async () => (await looked(window, site, table())).party.places.some(({ here }) => here === true), WAIT).toBe(false);
}

/** Answer whatever the table asks, until it asks no more. */
async function answered(site: Site, window: Window, page: Page, table: string): Promise<void> {
  await page.locator(".stage").waitFor();
  const asked = async (): Promise<number> => {
    await page.evaluate(press, Math.random()).catch(() => null);
    return (await looked(window, site, table)).options.length;
  };
  await expect.poll(asked, { ...WAIT, interval: 100 }).toBe(0);
}

/** Play until the first auction is over, let bots end the game, and return what `kuhstall verify` says of it. */
export async function playedApart(browser: Browser, site: Site, picture: (page: Page, name: string) => Promise<void>): Promise<string> {
  const windows: Window[] = [];
  for (const [seat, language] of LANGUAGES.entries()) {
    windows.push(await opened(browser, { ...(seat % 2 === 0 ? DESKTOP : PHONE), ...CALM }, language));
    await windows[seat]?.page.close();
  }
  const [anna] = windows as [Window, ...Window[]];
  let table = "";
  const look = async (): Promise<Looked> => looked(anna, site, table);
  const come = async (window: Window, visit: (page: Page) => Promise<void>): Promise<void> => visited(site, window, () => table, visit);
  const promised = async (page: Page, count: number): Promise<void> => expect.poll(async () => page.locator(".seat-added").count(), WAIT).toBe(count);

  await come(anna, async (page) => {
    await page.goto(`${site.url}/`);
    await page.getByRole("button", { name: "Table with friends" }).click();
    await page.locator(".chip-btn", { hasText: "Live" }).click();
    await page.locator("dialog[open]").getByText("Slow", { exact: true }).click();
    await page.keyboard.press("Escape");
    await page.locator(".chip-btn", { hasText: "Slow" }).waitFor();
    table = new URL(page.url()).pathname.replace("/t/", "");
    await promised(page, 1);
  });
  for (const [seat, window] of windows.entries()) {
    if (seat === 0) continue;
    await come(window, async (page) => {
      await page.goto(`${site.url}/t/${table}`);
      await page.locator(".start-bar .btn--go").click();
      // The page comes in anew as the guest it has become, who has a name to change.
      await page.locator(".name-shown").waitFor();
      await promised(page, seat + 1);
    });
    expect((await look()).party.host).toBe(0);
  }
  const revealed = async (seats: number): Promise<void> => expect.poll(async () => (await look()).party.places.filter((place) => place.revealed === true).length, WAIT).toBe(seats);
  await come(anna, async (page) => {
    await page.goto(`${site.url}/t/${table}`);
    await page.locator(".start-bar .btn--go:not(:disabled)").click();
    await page.getByText("The cards are dealt once everybody has opened this table again").waitFor();
    await revealed(1);
    await picture(page, "collecting-en");
  });
  for (const [seat, window] of windows.entries()) {
    if (seat === 0 || seat === ABSENT) continue;
    const waits = async (): Promise<number> => ((await (await window.context.request.get(`${site.url}/api/me`, AGAIN)).json()) as { waits: unknown[] }).waits.length;
    await expect.poll(waits, WAIT).toBe(1);
    await come(window, async (page) => {
      await page.goto(`${site.url}/`);
      await page.locator(".notifications-go a").click();
      await page.locator(".start-bar").waitFor();
      await revealed(seat + 1);
      await picture(page, `collecting-${LANGUAGES[seat]}`);
    });
    expect((await look()).party.places.every(({ reveal }) => reveal === undefined)).toBe(true);
  }

  await expect.poll(async () => (await look()).party.stage, WAIT).toBe("playing");
  const { host, aborts, places } = (await look()).party;
  expect({ host, aborts, kinds: places.map(({ kind }) => kind) }).toEqual({ host: 0, aborts: 0, kinds: LANGUAGES.map(() => "person") });
  expect(places.map(({ commitment, reveal }) => [commitment !== undefined, reveal !== undefined])).toEqual(LANGUAGES.map((_, seat) => [true, seat !== ABSENT]));

  const over = async (): Promise<boolean> => {
    const { view } = await look();
    return view.deck < 40 && view.phase.phase === "turn";
  };
  const visits = async (): Promise<boolean> => {
    for (const [seat, window] of windows.entries()) {
      if (seat === ABSENT || (await looked(window, site, table)).options.length === 0 || (await over())) continue;
      await come(window, async (page) => {
        await page.goto(`${site.url}/t/${table}`);
        await answered(site, window, page, table);
        if (seat === 0) await page.getByText("did not come by in time to add a value").first().waitFor({ state: "attached" });
        await picture(page, `auction-${seat}`);
      });
    }
    return over();
  };
  await expect.poll(visits, { ...WAIT, timeout: patience(240_000) }).toBe(true);

  for (const [seat, { context }] of windows.entries()) {
    const data = { cid: `leaves${seat}`, request: { type: "leave" } };
    if (seat !== ABSENT) await context.request.post(`${site.url}/api/tables/${table}/commands`, { data, ...AGAIN });
  }
  await expect.poll(async () => (await look()).party.stage, WAIT).toBe("ended");
  const folder = mkdtempSync(join(tmpdir(), "kuhstall-"));
  writeFileSync(join(folder, "transcript.json"), await (await anna.context.request.get(`${site.url}/api/tables/${table}/transcript`, AGAIN)).text());
  const said = execFileSync("../.venv/bin/kuhstall", ["verify", join(folder, "transcript.json")], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return said;
}
