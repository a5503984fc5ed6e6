/** Hostile texts wherever a text may enter, and every screen on which they come out: shown as they are, or refused. */
import { type APIRequestContext, type Browser, type Page, request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, PHONE } from "../support/browsers";
import { BLANKS, type Guarded, guarded, LINES, NAMES, shownLine, shownName } from "./payloads";
import { filled } from "../support/scoreSheet";
import { type Cluster, cluster } from "../support/servers";

const STILL = { ...PHONE, ...CALM };

let servers: Cluster;
let browser: Browser;
let url: string;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.05" }), launched()]);
  url = servers.nodes[0]?.url ?? "";
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Somebody without a window. */
const program = async (): Promise<APIRequestContext> => request.newContext({ baseURL: url });

async function posted<T>(from: APIRequestContext, path: string, data: object): Promise<T> {
  // A connection that was idle for long may be closed by the server just now; browsers send such a request again, too.
  const answer = await from.post(`${url}${path}`, { data, maxRetries: 3 });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

let commands = 0;
const asked = async (from: APIRequestContext, table: string, wish: object): Promise<unknown> =>
  posted(from, `/api/tables/${table}/commands`, { cid: `c-${commands++}`, ...wish });

/** Texts of elements, in the order of the page. */
const texts = async (page: Page, selector: string): Promise<readonly string[]> =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.textContent ?? ""));

test("addresses, codes and languages that are none lead to a page that says so", async () => {
  const window = await guarded(browser, STILL, "en", url);
  const { page, unharmed } = window;
  // That there is nothing of that name, the browser itself tells to the console.
  window.excuse(/(?:400|404) .* at \S+\/api\/(?:codes|tables)\//);
  // And so it does of a page.
  window.excuse(/404 .* at http:\/\/[\w.:]+\/(?!api\/)/);
  for (const text of [`{{constructor}}\u202e\u200b${NAMES[1]}`, `%00%2e%2e%2f%5c${"x".repeat(1000)}`]) {
    const part = text.startsWith("%") ? text : encodeURIComponent(text);
    for (const path of [`/j/${part}`, `/t/${part}`, `/t/${part}/replay`, `/rules/${part}`, `/${part}`]) {
      await page.goto(`${url}${path}`);
      await page.locator("main").waitFor();
      await unharmed(path);
    }
  }
  for (const path of ["/?lang=<script>p()</script>&name=<img src=x onerror=p()>#<svg onload=p()>", "/#javascript:p()", "/play?next=javascript:p()#//127.0.0.2"]) {
    await page.goto(`${url}${path}`);
    await page.locator("main").waitFor();
    await unharmed(path);
  }
  await page.evaluate((text) => localStorage.setItem("kuhstall.language", text), NAMES[1]);
  await page.goto(`${url}/`);
  const field = page.locator(".join input");
  for (const typed of [...NAMES.slice(1, 4), `${url}/j/<script>p()`, "javascript:p()//t/", "W".repeat(3000)]) {
    await field.fill(typed);
    await page.locator(".join button").click();
    await expect.poll(async () => page.locator(".join-why").textContent()).not.toBe("");
    expect(new URL(page.url()).pathname).toBe("/");
    await unharmed(`the code ${typed}`);
  }
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  // A sheet of paper has names, too.
  await page.goto(`${url}/score`);
  await page.locator(".paper-sheet thead input").nth(2).waitFor();
  for (const [place, name] of NAMES.slice(0, 3).entries()) await page.locator(".paper-sheet thead input").nth(place).fill(name);
  await page.locator(".paper-tap").first().click();
  await unharmed("the sheet of paper");
});

test("what is no setting is refused with a reason, in an answer that no browser takes for a page", async () => {
  const host = await program();
  const wishes = LINES.slice(0, 5).flatMap((text) => [
    { edition: text },
    { bots: [text] },
    { bots: [`farmer:${text}`] },
    { pace: text },
    { rules: { scoring: text } },
    { rules: { [text]: true } },
    { rules: { start_player: text } },
    { commitment: text },
    { [text]: text },
  ]);
  const codes = new Set<string>();
  for (const wish of wishes) {
    const answer = await host.post("/api/tables", { data: { seats: 3, ...wish } });
    expect([400, 409, 422], `${JSON.stringify(wish)}: ${await answer.text()}`).toContain(answer.status());
    expect(answer.headers()["content-type"]).toBe("application/json");
    expect(answer.headers()["x-content-type-options"]).toBe("nosniff");
    codes.add(((await answer.json()) as { code: string }).code);
  }
  // What a page says of itself with a report is no text for anybody.
  const report = { text: "Moo", version: "0.1.0", language: "en", table: null, step: null };
  for (const text of LINES.slice(0, 5)) {
    for (const wrong of [{ version: text }, { language: text }, { table: text }, { step: text }, { [text]: text }]) {
      expect((await host.post("/api/reports", { data: { ...report, ...wrong } })).status(), JSON.stringify(wrong)).toBe(400);
    }
  }
  console.info(`refused: ${wishes.length} settings, for ${[...codes].join(", ")}`);
  for (const name of BLANKS) {
    await posted(host, "/api/guests", {});
    expect((await host.post("/api/me", { data: { name } })).status(), JSON.stringify(name)).toBe(400);
  }
  // Looked at directly, such an answer is text.
  const window = await guarded(browser, STILL, "en", url);
  window.excuse(/(?:400|404) /);
  for (const text of LINES.slice(0, 3)) {
    await window.page.goto(`${url}/api/codes/${encodeURIComponent(text)}`);
    expect(await window.page.evaluate(() => document.contentType)).toBe("application/json");
    expect(await window.page.locator("script, img, svg, iframe").count()).toBe(0);
  }
  await host.dispose();
});

interface Tabs {
  readonly table: string;
  readonly host: Guarded;
  readonly guest: Guarded;
  readonly stranger: Guarded;
  /** Everybody at the table, by seat. */
  readonly people: readonly APIRequestContext[];
  readonly programs: readonly APIRequestContext[];
}

/** Five people at a table over days, where nothing goes on by itself: two with a phone; and a stranger who looks on. */
async function seated(): Promise<Tabs> {
  const [host, guest, stranger] = await Promise.all([
    guarded(browser, STILL, "en", url),
    guarded(browser, STILL, "de", url),
    guarded(browser, { ...DESKTOP, reducedMotion: "reduce" }, "ru", url),
  ]);
  for (const { page } of [host, guest, stranger]) await page.addInitScript(() => localStorage.setItem("kuhstall.coached", "turn bidding gavel trade bluff bluffed slap rat division"));
  const programs = await Promise.all([program(), program(), program()]);
  const people = [host.context.request, guest.context.request, ...programs];
  const { table } = await posted<{ table: string }>(host.context.request, "/api/tables", { name: NAMES[0], seats: 5, pace: "slow" });
  for (const [place, from] of people.entries()) {
    if (place > 0) await asked(from, table, { name: NAMES[place], request: { type: "join", seat: place } });
  }
  await Promise.all([host, guest, stranger].map(async ({ page }) => page.goto(`${url}/t/${table}`)));
  return { table, host, guest, stranger, people, programs };
}

const windows = ({ host, guest, stranger }: Tabs): readonly Guarded[] => [host, guest, stranger];

async function renamed({ people, table }: Tabs, names: readonly string[]): Promise<readonly string[]> {
  await Promise.all(names.map(async (name, seat) => posted(people[seat] as APIRequestContext, "/api/me", { name })));
  // A new name is shown with the next step. Whoever has the widest one begins: of them everything is said.
  const rules = { auction_mode: "turns", no_progress_limit: 60 + commands, start_player: "seat:2" };
  await asked(people[0] as APIRequestContext, table, { request: { type: "arrange", rules } });
  return names.map(shownName);
}

/** Say lines over a socket of the page's own origin, so that no field of ours cleans them first. */
async function said(page: Page, table: string, lines: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(
    async ([at, all]) => {
      const answer = await fetch(`/api/tables/${at}/ticket`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
      const { ticket, socket } = (await answer.json()) as { ticket: string; socket: string };
      const wire = new WebSocket(`ws://${location.host}${socket}`);
      const answers: string[] = [];
      return new Promise<string[]>((resolve) => {
        wire.addEventListener("close", ({ code, reason }) => resolve([...answers, `closed ${code} ${reason}`]));
        wire.addEventListener("open", () => wire.send(JSON.stringify({ type: "hello", ticket, last_seq: null, client: all[0]?.slice(0, 100) })));
        wire.addEventListener("message", ({ data }: MessageEvent<string>) => {
          const frame = JSON.parse(data) as { type: string; code?: string };
          if (frame.type === "welcome") all.forEach((text, place) => wire.send(JSON.stringify({ type: "say", cid: `s-${place}`, text })));
          if (frame.type === "ack" || frame.type === "nack") answers.push(frame.code ?? "ack");
          if (answers.length < all.length) return;
          resolve(answers);
          wire.close();
        });
      });
    },
    [table, lines] as const,
  );
}

interface Sight {
  readonly view: { readonly moment: number; readonly asked: readonly number[]; readonly phase: { readonly phase: string } };
  readonly options: readonly (
    | { readonly option: "choice"; readonly actions: readonly { readonly type: string }[] }
    | { readonly option: "pick"; readonly action: object; readonly field: string; readonly pool: readonly number[]; readonly fewest: number }
    | { readonly option: "range" }
  )[];
}

/** Play to the end without a page: everybody passes, auctions what nobody wants, and offers as little as can be. */
async function playedOut({ people, table }: Tabs): Promise<number> {
  const sight = async (seat: number): Promise<Sight> =>
    (await (await (people[seat] as APIRequestContext).get(`${url}/api/tables/${table}/view`, { maxRetries: 3 })).json()) as Sight;
  for (let count = 0, next = 0; ; count++) {
    let { view, options } = await sight(next);
    if (view.phase.phase === "ended") return count;
    if (options.length === 0) {
      next = view.asked[0] ?? 0;
      ({ view, options } = await sight(next));
    }
    const choices = options.flatMap((one) => (one.option === "choice" ? one.actions : []));
    const wanted = ["pass", "auction", "accept", "sell"].flatMap((type) => choices.filter((one) => one.type === type));
    const pick = options.find((one) => one.option === "pick");
    const action = wanted[0] ?? (pick === undefined ? choices[0] : { ...pick.action, [pick.field]: pick.pool.slice(0, pick.fewest) });
    await asked(people[next] as APIRequestContext, table, { moment: view.moment, action });
  }
}

/** Everybody sees all of these, where they belong, and nothing comes of it. */
async function looked(from: Tabs, what: string, shown: readonly string[], selector: string): Promise<void> {
  await Promise.all(
    windows(from).map(async ({ page, unharmed }) => {
      const missing = async (): Promise<readonly string[]> => {
        const found = (await texts(page, selector)).join("\n");
        return shown.filter((name) => !found.includes(name));
      };
      await expect.poll(missing, { message: what }).toEqual([]);
      await unharmed(`${what}: ${shown.join(" ")}`);
    }),
  );
}

/** The lists before a table: one's own tables, and those that are open to all. */
async function listed({ host, guest, stranger }: Tabs, own: string, open: string): Promise<void> {
  await posted(host.context.request, "/api/tables", { seats: 3, public: true });
  for (const [{ page, unharmed }, name] of [[stranger, open], [guest, own]] as const) {
    const before = page.url();
    await page.goto(`${url}/`);
    await expect.poll(async () => texts(page, ".poster b"), { message: "the lists" }).toContainEqual(expect.stringContaining(name));
    await unharmed(`the lists with ${name}`);
    await page.goto(before);
  }
}

test("names and chat are shown as they are written, from the waiting room to the replay", async () => {
  const all = await seated();
  const { host, guest, stranger, table } = all;
  for (let from = 0; from < NAMES.length; from += 5) {
    const shown = await renamed(all, NAMES.slice(from, from + 5));
    await looked(all, "the waiting room", shown, ".seat-row b");
    await host.page.locator(".seat-more").nth(1).click();
    await expect.poll(async () => host.page.locator("dialog[open]").textContent()).toContain(shown[1] ?? "");
    await host.unharmed("the dialog of a seat");
    await host.page.keyboard.press("Escape");
  }
  // The widest names of all for the game, and one that would be a script.
  const worst = await renamed(all, ["<img src=x onerror=p()>", "\u{fdfd}".repeat(24), "W".repeat(24), `Z${"\u0335\u0489\u0310".repeat(20)}`, "{{name}}$t(home.title)"]);
  await listed(all, worst[0] ?? "", worst[0] ?? "");
  await begun(host.page);
  for (const { page } of windows(all)) await page.locator(".stage").waitFor();
  await looked(all, "the table", worst.slice(2), ".table");

  // Each may say five lines in ten seconds.
  expect(await said(host.page, table, LINES.slice(0, 5))).toEqual(Array(5).fill("ack"));
  expect(await said(guest.page, table, LINES.slice(5, 10))).toEqual(Array(5).fill("ack"));
  expect(await said(stranger.page, table, LINES.slice(0, 1))).toEqual(["no_session"]);
  for (const { page, unharmed } of [host, guest]) {
    await page.locator(".top .compact-only").click();
    await page.locator(".log.open").waitFor();
    await unharmed("the log");
    await page.locator(".tabs [role=tab]").nth(1).click();
    await expect.poll(async () => (await texts(page, ".said li")).length).toBe(10);
    const heard = (await texts(page, ".said li span")).join("\n");
    for (const line of LINES.slice(0, 10)) expect(heard).toContain(shownLine(line));
    await unharmed("the chat");
    await page.locator(".log.open .drawer-close").click();
  }
  await host.page.locator(".top .icon-btn").first().click();
  await host.page.getByRole("button", { name: "Report a problem" }).click();
  for (const line of LINES) {
    await host.page.locator(".report textarea").fill(line);
    await host.unharmed("the report");
  }
  await host.page.locator(".report footer .btn--go").click();
  await host.page.locator(".report [role=status]").waitFor();
  await host.page.keyboard.press("Escape");
  await host.page.locator("dialog[open].report").waitFor({ state: "detached" });
  await host.page.keyboard.press("Escape");

  await stranger.page.locator(".tabs [role=tab]").nth(1).click();
  await stranger.unharmed("the chat, as strangers see it");

  // Nobody has to look on while it is played out.
  await Promise.all(windows(all).map(async ({ page }) => page.goto(`${url}/score`)));
  const steps = await playedOut(all);
  await Promise.all(windows(all).map(async ({ page }) => page.goto(`${url}/t/${table}`)));
  await Promise.all(
    windows(all).map(async ({ page, unharmed }) => {
      await page.locator("main.score").waitFor();
      await filled(page);
      await unharmed("the score sheet");
    }),
  );
  await looked(all, "the score sheet", worst, "main.score");
  await after(host.page, host.unharmed, worst);
  console.info(`${NAMES.length} names, ${LINES.length} lines of chat, ${steps} steps`);
  await Promise.all(all.programs.map(async (one) => one.dispose()));
});

/** What can be done after a game, on a phone: the text to share, the game in words, and the game again. */
async function after(page: Page, unharmed: Guarded["unharmed"], names: readonly string[]): Promise<void> {
  // Without a clipboard the text to share is shown.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.locator(".score-foot button:has(svg)").first().click();
  for (const name of names) expect(await page.locator(".copy-field").inputValue()).toContain(name);
  await unharmed("the text to share");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "The game in words" }).click();
  await page.locator(".story li").nth(20).waitFor();
  await unharmed("the game in words");
  await page.keyboard.press("Escape");
  const replay = `${page.url()}/replay`;
  for (const hash of ["#e=<img src=x onerror=p()>&as=javascript:p()", "#e=99999999999999999999&as=__proto__", "#e=20"]) {
    await page.goto(`${replay}${hash}`);
    // An address that differs only behind the hash leads to no new page.
    await page.locator(`.replay[data-step${hash === "#e=20" ? "='20'" : ""}]`).waitFor();
    await unharmed(`the replay ${hash}`);
  }
  const eyes = await texts(page, ".replay option");
  for (const name of names) expect(eyes).toContainEqual(expect.stringContaining(name));
  expect(await page.title()).not.toMatch(/[<>{}]/);
}

/** A deck of patterns, one of them with another name or other rows. */
function deck(other: { readonly id?: string; readonly rows?: string }): string {
  const letters = ["H", "M", "W", "L", "B"];
  const pairs = letters.flatMap((one, place) => letters.slice(place).map((next) => `${one}${next}`));
  return pairs
    .map((pair, place) => ({ id: `own-${place}`, rows: pair, ...(place === 2 ? other : {}) }))
    .map(({ id, rows }) => `[[card]]\nid = "${id}"\nrows = ["${rows}"]\npoints = 5\n`)
    .join("\n");
}

test("a card file is played with, or refused with its line, whatever it is called and says", async () => {
  const host = await guarded(browser, STILL, "en", url);
  const { page, unharmed } = host;
  const editions = (await (await host.context.request.get(`${url}/api/editions`, { maxRetries: 3 })).json()) as { key: string; card_file: boolean }[];
  const wish = { name: NAMES[1], edition: editions.find((one) => one.card_file)?.key, seats: 2, bots: ["farmer"], pace: "slow" };
  const { table } = await posted<{ table: string }>(host.context.request, "/api/tables", wish);
  await page.goto(`${url}/t/${table}`);
  // By its name: it comes when the game has come, and other chips may be there sooner.
  await page.getByRole("button", { name: "Cards: ours" }).click();
  const file = page.locator("dialog[open] input[type=file]");
  const refusal = page.locator("dialog[open] [role=alert]");
  const brought = async (name: string, text: string): Promise<void> =>
    file.setInputFiles({ name, mimeType: "image/svg+xml", buffer: Buffer.from(text) });
  // That a file is refused, the browser itself tells to the console.
  host.excuse(/(?:400|409) .* at \S+\/commands$/);
  for (const bad of ["<img src=x onerror=p()>", "{{card}}$t(home.title)", "W".repeat(150), "<script>p()<\u202e>"]) {
    for (const [field, other] of [["id", { id: bad }], ["rows", { rows: bad }]] as const) {
      await brought(`${bad}.toml`, deck(other));
      await expect.poll(async () => refusal.locator("code").textContent()).toContain(bad);
      await expect.poll(async () => refusal.textContent()).toContain(`${bad}.toml`);
      await unharmed(`a card file with ${field} ${bad}`);
    }
  }
  for (const [name, text] of [["a.svg", "<svg onload=p()>"], ["b.svg", "\u0000\u0001"], ["c.svg", `x = "${"<b>".repeat(6000)}"`]] as const) {
    await brought(name, text);
    await expect.poll(async () => refusal.textContent()).toContain(name);
    await unharmed("a file of no cards");
  }
  await brought("\u{fdfd}<b>{{name}}.toml".repeat(5), deck({ id: "W".repeat(20) }));
  await page.locator("dialog[open] [data-good=true]").waitFor();
  await unharmed("a card file that is taken");
  await page.keyboard.press("Escape");
  await begun(page);
  await page.locator(".field-table .window").waitFor();
  await unharmed("a table with cards of one's own");
});
