/** Slow tables: which of them wait, the way from one to the next, and a tap on the shoulder. */
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MISSED, onSqlite, playedApart } from "../support/apart";
import { open } from "../support/axe";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
import { patience } from "../machine";
import { type Cluster, cluster } from "../support/servers";

let servers: Cluster;
let browser: Browser;
let url = "";

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "1" }), launched()]);
  url = servers.nodes[0]?.url ?? "";
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** A browser that gets messages from a push service of its own; runs inside the page. */
function subscribed(): void {
  const given = { endpoint: "https://push.example/a", toJSON: () => ({ endpoint: "https://push.example/a", keys: { p256dh: "BA", auth: "AA" } }), unsubscribe: async () => true };
  let here: typeof given | null = null;
  Object.assign(PushManager.prototype, { subscribe: async () => (here = given), getSubscription: async () => here });
}

/** Servers for tests speak plain http, and tell nobody: what they would answer over https. */
async function told(page: Page): Promise<readonly unknown[]> {
  const posted: unknown[] = [];
  await page.route("**/api/push", async (route) => {
    if (route.request().method() === "POST") posted.push(route.request().postDataJSON());
    await route.fulfill({ json: route.request().method() === "POST" ? {} : { key: "BK", devices: posted.length, quiet_from: 1320, quiet_to: 480 } });
  });
  await page.route("**/api/push/end", async (route) => {
    posted.length = 0;
    await route.fulfill({ json: {} });
  });
  return posted;
}

/** The same of a server that sends mails: what was posted, and what the bell says of it. */
async function written(page: Page): Promise<{ address: string; confirmed: boolean }[]> {
  const posted: { address: string; confirmed: boolean }[] = [];
  const bell = (): object => ({ key: "", devices: 0, quiet_from: 0, quiet_to: 0, mail: posted.at(-1) ?? { address: "", confirmed: false } });
  await page.route("**/api/push", async (route) => route.fulfill({ json: bell() }));
  await page.route("**/api/mail", async (route) => {
    posted.push({ ...(route.request().postDataJSON() as { address: string }), confirmed: false });
    await route.fulfill({ status: 202, json: {} });
  });
  await page.route("**/api/mail/end", async (route) => {
    posted.length = 0;
    await route.fulfill({ json: {} });
  });
  return posted;
}

/** Home has heard that so many tables wait: it takes about a second. */
async function waiting(page: Page, tables: number): Promise<void> {
  const heard = async (): Promise<number> => ((await (await page.request.get(`${url}/api/me`)).json()) as { waits: unknown[] }).waits.length;
  await expect.poll(heard).toBe(tables);
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/${name}.png` });
}

const SIZES = {
  phone: PHONE,
  small: { ...PHONE, viewport: { width: 360, height: 640 } },
  landscape: { ...PHONE, viewport: { width: 844, height: 390 } },
  tablet: { ...PHONE, viewport: { width: 820, height: 1180 } },
  desktop: DESKTOP,
} as const;

/** Somebody with two slow tables, at each of which it is their turn first. */
async function atTables(device: object): Promise<readonly [Window, readonly string[]]> {
  const anna = await opened(browser, { ...device, ...CALM, permissions: ["notifications"] }, "en");
  const tables = [];
  for (const _ of [1, 2]) {
    const data = { seats: 3, bots: ["farmer", "farmer"], pace: "slow", rules: { start_player: "seat:0" } };
    const { table } = (await (await anna.context.request.post(`${url}/api/tables`, { data })).json()) as { table: string };
    await anna.page.goto(`${url}/t/${table}`);
    await begun(anna.page);
    await anna.page.locator(".stage").waitFor();
    tables.push(table);
  }
  return [anna, tables];
}

test("tables that wait are first on the first page, each one tap away, with what it asks and until when", async () => {
  const [{ page }, [first, second]] = await atTables(PHONE);
  await waiting(page, 2);
  await page.goto(`${url}/`);
  await page.getByRole("heading", { name: "2 tables wait for you" }).waitFor();
  await open(page, "two tables that wait");
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/landing-phone.png` });
  // Each says what it asks and how long there is time, and is one tap away; they come before everything else.
  const rows = page.locator(".waits-row");
  expect(await rows.count()).toBe(2);
  expect(await rows.first().locator("b").textContent()).toBe("Your turn");
  // How many depends on the tempo of the servers, which is that of the machine.
  expect(await rows.first().locator("time").textContent()).toMatch(/^\s*[1-9]\d* days$/);
  expect(await page.locator(".btn, .waits-row").first().getAttribute("href")).toBe(`/t/${first}`);
  await rows.last().click();
  await page.locator(".stage").waitFor();
  expect(page.url()).toBe(`${url}/t/${second}`);
  await page.goto(`${url}/`);
  await page.getByRole("link", { name: "Answer the next" }).click();
  await page.locator(".stage").waitFor();
  expect(page.url()).toBe(`${url}/t/${first}`);
});

/** A slow table at which another person has yet to answer, so that envelopes stay closed. */
async function withAnother(page: Page, context: BrowserContext): Promise<string> {
  const ben = await opened(browser, { ...PHONE, ...CALM }, "en");
  const data = { seats: 3, bots: ["farmer"], pace: "slow", rules: { start_player: "seat:0" } };
  const { table } = (await (await context.request.post(`${url}/api/tables`, { data })).json()) as { table: string };
  await ben.page.goto(`${url}/t/${table}`);
  await ben.page.locator(".start-bar .btn--go").click();
  await ben.page.locator(".name-shown").waitFor();
  await page.goto(`${url}/t/${table}`);
  await begun(page);
  await page.locator(".stage").waitFor();
  return table;
}

test("after the first answer the way leads to the next table, and being told is offered once", async () => {
  const [{ page, context }, [second]] = await atTables(PHONE);
  await written(page);
  const first = await withAnother(page, context);
  // Home has heard of both, and the page asks it when it opens.
  await expect.poll(async () => ((await (await page.request.get(`${url}/api/me`)).json()) as { waits: unknown[] }).waits.length).toBe(3);
  await page.goto(`${url}/t/${first}`);
  await page.locator(".stage").waitFor();
  expect(await page.locator(".after-answer").count()).toBe(0);
  await page.getByRole("button", { name: "Auction" }).first().click();
  await page.getByRole("button", { name: "Sell it" }).click();
  await page.getByText("Shall we tell you when it is your turn again?").waitFor();
  await open(page, "what comes after an answer");
  await picture(page, "after-answer-phone");
  await page.getByRole("button", { name: "Not now" }).click();
  await page.getByRole("link", { name: "Next waiting table", exact: true }).click();
  await page.waitForURL(`${url}/t/${second}`);
});

/** Taps, counted. */
function counted(): { taps: number; tap: (what: Locator) => Promise<void> } {
  const count = {
    taps: 0,
    tap: async (what: Locator): Promise<void> => {
      count.taps += 1;
      await what.click();
    },
  };
  return count;
}

/** Three slow tables at which Anna is asked for a price, and where Ben has yet to answer: envelopes stay closed. */
async function priced(device: object): Promise<readonly [Window, readonly string[]]> {
  const anna = await opened(browser, { ...device, ...CALM }, "en");
  const ben = await opened(browser, { ...PHONE, ...CALM }, "en");
  const tables = [];
  for (const _ of [1, 2, 3]) {
    const data = { seats: 3, bots: ["farmer"], pace: "slow", rules: { start_player: "seat:1" } };
    const { table } = (await (await anna.context.request.post(`${url}/api/tables`, { data })).json()) as { table: string };
    await ben.page.goto(`${url}/t/${table}`);
    await ben.page.locator(".start-bar .btn--go").click();
    await ben.page.locator(".name-shown").waitFor();
    await anna.page.goto(`${url}/t/${table}`);
    await begun(anna.page);
    await ben.page.getByRole("button", { name: "Auction" }).first().click();
    await anna.page.getByRole("button", { name: "Pass", exact: true }).waitFor();
    tables.push(table);
  }
  await waiting(anna.page, 3);
  return [anna, tables];
}

const pass = (page: Page): Locator => page.getByRole("button", { name: "Pass", exact: true });

test("from the first page to an answer it takes two taps, and through three waiting tables no more than eight", async () => {
  const [{ page }, tables] = await priced(PHONE);
  await page.goto(`${url}/`);
  const count = counted();
  await count.tap(page.locator(".waits-row").first());
  await count.tap(pass(page));
  await page.locator(".after-answer").waitFor();
  expect(count.taps).toBe(2);
  for (const left of [2, 1]) {
    await waiting(page, left);
    await count.tap(page.getByRole("link", { name: "Next waiting table", exact: true }));
    await count.tap(pass(page));
    await pass(page).waitFor({ state: "detached" });
  }
  expect(count.taps).toBeLessThanOrEqual(8);
  await waiting(page, 0);
  expect(tables).toHaveLength(3);
});

test("from a message to the answer it takes two taps", async () => {
  const [{ page, context }, tables] = await priced(PHONE);
  // A tap on a message cannot be made here: what the worker opens then, it is told by the same call.
  await page.goto(`${url}/`);
  const me = (await (await context.request.get(`${url}/api/me`)).json()) as { waits: { table: string }[] };
  const count = counted();
  count.taps += 1;
  await page.goto(`${url}/t/${me.waits[0]?.table}`);
  await count.tap(pass(page));
  await pass(page).waitFor({ state: "detached" });
  await waiting(page, 2);
  expect([count.taps, tables.includes(me.waits[0]?.table ?? "")]).toEqual([2, true]);
});

test("a slow table asks by one tap whether it may tell, and that of the browser is the second", async () => {
  const [{ page }, [first, second]] = await atTables(DESKTOP);
  await page.addInitScript(subscribed);
  const posted = await told(page);
  await page.goto(`${url}/t/${second}`);
  const bell = page.getByRole("button", { name: "Tell me when it is my turn" });
  await bell.click();
  await page.getByText("You get notifications on this device.").waitFor();
  expect(posted).toMatchObject([{ endpoint: "https://push.example/a", public: "BA", auth: "AA" }]);
  await open(page, "what somebody is told");
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/told-desktop.png` });
  await page.getByRole("combobox", { name: "from" }).selectOption("23");
  await expect.poll(() => posted.length).toBe(2);
  await page.getByRole("button", { name: "Keep it this way" }).click();
  expect(await bell.getAttribute("aria-pressed")).toBe("true");
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/table-desktop.png` });
  await bell.click();
  await page.getByRole("button", { name: "Turn off notifications" }).click();
  await expect.poll(async () => bell.getAttribute("aria-pressed")).toBe("false");
  expect(posted).toEqual([]);
  expect(first).toBeDefined();
});

test("without push the bell asks for an address, and says that it has to be confirmed", async () => {
  const [{ page }, [first]] = await atTables(PHONE);
  const posted = await written(page);
  await page.goto(`${url}/t/${first}`);
  const bell = page.getByRole("button", { name: "Tell me when it is my turn" });
  await bell.click();
  await open(page, "an address for mails");
  await page.getByRole("textbox", { name: "Your email address" }).fill("anna@post.example");
  await page.getByRole("button", { name: "Send me emails" }).click();
  await page.getByText("We have sent an email to anna@post.example.").waitFor();
  await open(page, "an address that is to be confirmed");
  expect(posted).toMatchObject([{ address: "anna@post.example", language: "en" }]);
  await page.getByRole("combobox", { name: "from" }).selectOption("23");
  await expect.poll(() => posted.length).toBe(2);
  await page.getByRole("button", { name: "Stop sending emails" }).click();
  await page.getByRole("textbox", { name: "Your email address" }).waitFor();
});

test("the host of a slow table chooses its hours before it begins, and another sees them", async () => {
  const anna = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  const ben = await opened(browser, { ...PHONE, ...CALM }, "de");
  const data = { seats: 3, pace: "slow" };
  const { table } = (await (await anna.context.request.post(`${url}/api/tables`, { data })).json()) as { table: string };
  await anna.page.goto(`${url}/t/${table}`);
  await anna.page.getByRole("button", { name: "At any hour" }).click();
  await anna.page.getByRole("checkbox", { name: "Only in certain hours" }).click();
  await anna.page.getByRole("combobox", { name: "to" }).selectOption("20");
  await open(anna.page, "the hours of a table");
  await anna.page.keyboard.press("Escape");
  await anna.page.getByRole("button", { name: "9:00 to 20:00" }).waitFor();
  await ben.page.goto(`${url}/t/${table}`);
  await ben.page.getByRole("button", { name: "9:00 bis 20:00" }).click();
  await ben.page.getByText("Die Uhr für eine Antwort läuft nur in diesen Stunden.").waitFor();
  expect(await ben.page.getByRole("checkbox").count()).toBe(0);
});

test("four people who are never there at once start a slow game, and one value is missing", async () => {
  const site = await onSqlite();
  try {
    expect(await playedApart(browser, site, picture)).toMatch(MISSED);
  } finally {
    await site.stop();
  }
}, patience(600_000));

test.runIf(process.env["SHOTS"])("pictures at five sizes, by night, and in other languages", async () => {
  const views = [
    ...Object.keys(SIZES).map((size) => [size, "light", "en"] as const),
    ["phone", "dark", "en"] as const,
    ["desktop", "dark", "en"] as const,
    ["phone", "light", "de"] as const,
    ["phone", "light", "ru"] as const,
  ];
  for (const [size, colorScheme, language] of views) {
    const { page, context } = await opened(browser, { ...SIZES[size as keyof typeof SIZES], ...CALM, colorScheme }, language);
    const name = `${size}-${colorScheme}-${language}`;
    const room = { seats: 3, pace: "slow" };
    const { table } = (await (await context.request.post(`${url}/api/tables`, { data: room })).json()) as { table: string };
    await page.goto(`${url}/t/${table}`);
    await page.getByRole("button", { name: /At any hour|Zu jeder Uhrzeit|В любое время/ }).click();
    await page.getByRole("checkbox").last().click();
    await page.getByRole("combobox").first().waitFor();
    await picture(page, `hours-${name}`);
    await page.keyboard.press("Escape");
    await picture(page, `room-${name}`);
    const data = { seats: 3, bots: ["farmer", "farmer"], pace: "slow", rules: { start_player: "seat:0" } };
    const game = (await (await context.request.post(`${url}/api/tables`, { data })).json()) as { table: string };
    await written(page);
    await page.goto(`${url}/t/${game.table}`);
    await begun(page);
    await page.locator(".stage").waitFor();
    await page.locator("button:has(path[d^='M6 17V11'])").click();
    await page.getByRole("textbox").first().waitFor();
    await picture(page, `mail-${name}`);
    await page.getByRole("textbox").first().fill("anna@post.example");
    await page.keyboard.press("Enter");
    await page.getByRole("combobox").first().waitFor();
    await picture(page, `mail-asked-${name}`);
    await page.keyboard.press("Escape");
    await picture(page, `bell-${name}`);
    await waiting(page, 1);
    await page.goto(`${url}/`);
    await page.locator("#waiting-tables").waitFor();
    await picture(page, `waiting-${name}`);
    await page.close();
  }
}, patience(600_000));

test("over plain http the bell says why nobody is told", async () => {
  const [window, [first]] = await atTables(PHONE);
  const { page } = window;
  // That the address does not answer, the browser itself tells to the console.
  window.excuse(/\/webhook$/);
  await page.goto(`${url}/t/${first}`);
  await page.getByRole("button", { name: "Tell me when it is my turn" }).click();
  await page.getByText(/only get notifications from sites with https/).waitFor();
  // The host can have a program called, and the address is tried out before it is kept.
  await page.getByRole("textbox", { name: "Address of the webhook" }).fill("https://hook.invalid/a");
  await page.getByRole("button", { name: "Test and save" }).click();
  await page.locator("dialog[open] [role=alert]").waitFor();
  await open(page, "why nobody is told");
});

test("the worker shows one message, in the words of the page, and takes it away again", async () => {
  const window = await opened(browser, { ...DESKTOP, permissions: ["notifications"] }, "de");
  const { page, context } = window;
  window.excuse(/favicon/);
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [one] }) => one && resolve(one.registrationId));
  });
  await session.send("ServiceWorker.enable");
  await page.goto(`${url}/`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    await (await caches.open("kuhstall words")).put("/words/waits", new Response("Ein Tisch wartet auf dich."));
  });
  const registrationId = await registered;
  const shown = async (): Promise<readonly string[]> => {
    // Not a page of the client, which would take messages away.
    await page.goto(`${url}/api/openapi.json`);
    const found = await page.evaluate(async () => {
      const worker = await navigator.serviceWorker.getRegistration("/");
      return ((await worker?.getNotifications()) ?? []).map(({ body }) => body);
    });
    // Nobody looks at the site: whoever does sees there what waits.
    await page.goto("about:blank");
    return found;
  };
  await page.goto("about:blank");
  const deliver = async (data: string): Promise<void> => void (await session.send("ServiceWorker.deliverPushMessage", { origin: url, registrationId, data }));
  for (const _ of [1, 2]) await deliver('{"waits":true }');
  await expect.poll(shown).toEqual(["Ein Tisch wartet auf dich."]);
  await deliver('{"waits":false}');
  await expect.poll(shown).toEqual([]);
});
