/** Chromium with people in it: each has a window, a language and a device of their own. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { counted, patience, THROTTLE } from "../machine";

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };
/** Somebody who wants nothing to move, on a coarse screen: it spares the machine a lot of drawing. */
export const CALM = { reducedMotion: "reduce", deviceScaleFactor: 1 } as const;

export async function launched(...more: readonly string[]): Promise<Browser> {
  counted("browsers");
  return chromium.launch({
    timeout: patience(30_000),
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu", "--disable-quic", "--disable-sync", ...more],
  });
}

export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console, the network or the content policy had to complain about. None may be left: see clean.ts. */
  readonly complaints: string[];
  /** Every frame that came over the sockets. */
  readonly frames: string[];
  /** Every frame that was sent over the sockets. */
  readonly sent: string[];
  /** Expect complaints that match, for something that the test does on purpose. */
  excuse(what: RegExp): void;
}

const windows: Window[] = [];

/** Close all windows that were opened since the last time, and tell what they complained about. */
export async function complained(): Promise<readonly string[]> {
  const all = windows.splice(0);
  await Promise.all(all.map(async ({ context }) => context.close()));
  return all.flatMap(({ complaints }) => complaints);
}

/** Listen to every page of a window, also to those that come later. */
function listened(context: BrowserContext, complain: (what: string) => void): void {
  context.on("console", (message) => {
    const kind = message.type();
    if (kind === "error" || kind === "warning") complain(`${kind}: ${message.text()} at ${message.location().url}`);
  });
  context.on("weberror", (error) => complain(`thrown: ${String(error.error())}`));
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // Whoever goes to another page breaks off what this one was loading.
    if (why !== "net::ERR_ABORTED") complain(`failed: ${why} at ${request.url()}`);
  });
}

/** What the policy forbids is also told where the browser would not log it. */
export function tellViolations(): void {
  addEventListener("securitypolicyviolation", (event) => {
    console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI} in ${event.sourceFile}`);
  });
}

export async function opened(browser: Browser, device: object, locale: string): Promise<Window> {
  counted("windows");
  const context = await browser.newContext({ ...device, locale });
  context.setDefaultTimeout(patience(30_000));
  const complaints: string[] = [];
  const frames: string[] = [];
  const sent: string[] = [];
  const excused: RegExp[] = [];
  listened(context, (what) => {
    if (!excused.some((one) => one.test(what))) complaints.push(what);
  });
  await context.addInitScript(tellViolations);
  context.on("page", (page) => {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => frames.push(String(payload)));
      socket.on("framesent", ({ payload }) => sent.push(String(payload)));
    });
  });
  const page = await context.newPage();
  if (THROTTLE > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
  const window = { context, page, complaints, frames, sent, excuse: (what: RegExp) => void excused.push(what) };
  windows.push(window);
  return window;
}
