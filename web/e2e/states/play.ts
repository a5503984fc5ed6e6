/** Shows a recorded state in any build of the client: it hears what was recorded, and its clock stands still. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Moment, Recorded } from "./states";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png",
  ".woff2": "font/woff2", ".webmanifest": "application/manifest+json", ".json": "application/json",
};

/** Always the same one: a page that invites shows its address. */
const PORT = 18_013;

/** Serve the files of a build; every other address is the page itself. */
export async function served(folder: string, port = PORT): Promise<{ readonly url: string; stop(): void }> {
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const known = existsSync(join(folder, path)) && extname(path) !== "";
    const file = join(folder, known ? path : "index.html");
    response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
    if (known) response.setHeader("cache-control", "max-age=3600");
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : port}`, stop: () => server.close() };
}

/** Time and chance stand still, and what would go away after a while stays; runs inside the page. */
function frozen(at: number): void {
  const Real = Date;
  class Still extends Real {
    constructor(...args: readonly [] | readonly [number | string]) {
      if (args.length === 0) super(at);
      else super(args[0]);
    }
    static override now(): number {
      return at;
    }
  }
  globalThis.Date = Still as DateConstructor;
  Math.random = () => 0.5;
  const later = globalThis.setTimeout;
  const LONG = 1000;
  globalThis.setTimeout = ((what: () => void, delay = 0) => (delay < LONG ? later(what, delay) : 0)) as typeof setTimeout;
}

/** Open a page that hears only what a moment holds. */
export async function shown(context: BrowserContext, url: string, recorded: Recorded, moment: Moment, kept: Readonly<Record<string, string>>): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(frozen, moment.at);
  await page.addInitScript((all) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value);
  }, kept);
  await page.route("**/api/**", async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    const name = `${request.method()} ${path}`;
    const answer = moment.answers[name] ?? recorded.answers[name];
    if (answer !== undefined) await route.fulfill({ status: answer.status, json: answer.body });
    else if (path.endsWith("/ticket")) await route.fulfill({ json: { ticket: "t", socket: "/ws" } });
    else if (path.endsWith("/course")) await route.fulfill({ json: { steps: 1, stops: [] } });
    else if (path.endsWith("/coaching")) await route.fulfill({ json: { remarks: [], reasons: [] } });
    else await route.fulfill({ json: [] });
  });
  await page.routeWebSocket(/\/ws/, (socket) => {
    socket.onMessage((message) => {
      const { type } = JSON.parse(String(message)) as { type: string };
      const [first] = moment.frames;
      // All make the same face.
      const places = first?.type === "snapshot" ? (first.party?.places ?? []) : [];
      if (type === "say") places.forEach((_, seat) => socket.send(JSON.stringify({ type: "chat", line: { id: 1000 + seat, seat, name: "", at: moment.at, phrase: null, text: "😂" } })));
      if (type !== "hello") return;
      const seq = first !== undefined && "seq" in first ? first.seq : 0;
      socket.send(JSON.stringify({ type: "welcome", protocol: 1, you: 0, seq, time: moment.at }));
      for (const frame of moment.frames) socket.send(JSON.stringify(frame));
      socket.send(JSON.stringify({ type: "ping", id: 1, time: moment.at, rtt: null }));
    });
  });
  await page.goto(`${url}${moment.path}`);
  await arrived(page);
  return page;
}

/** Until everything that was sent for is there. */
export async function arrived(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await settled(page);
}

/** Until everything that is there is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map(async (image) => image.decode().catch(() => undefined)));
    for (let frame = 0; frame < 4; frame++) {
      await new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      });
    }
  });
}

export const SIZES = {
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 640 },
  sideways: { width: 844, height: 390 },
  slim: { width: 667, height: 375 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
  large: { width: 1920, height: 1080 },
} as const;
export type Size = keyof typeof SIZES;
/** Colours are the same at every size: by night two are enough. */
export const LOOKS = [...Object.keys(SIZES).map((size) => `${size}-light`), "phone-dark", "desktop-dark"];
const TOUCHED: readonly Size[] = ["phone", "small", "sideways", "slim", "tablet"];

export async function contexts(browser: Browser, locale = process.env["LOCALE"] ?? "en"): Promise<readonly { readonly context: BrowserContext; readonly sizes: readonly Size[] }[]> {
  const calm = { reducedMotion: "reduce", serviceWorkers: "block", locale, timezoneId: "UTC" } as const;
  const all = Object.keys(SIZES) as Size[];
  return [
    { context: await browser.newContext({ ...calm, hasTouch: true, isMobile: true, viewport: SIZES.phone }), sizes: all.filter((size) => TOUCHED.includes(size)) },
    { context: await browser.newContext({ ...calm, viewport: SIZES.desktop }), sizes: all.filter((size) => !TOUCHED.includes(size)) },
  ];
}
