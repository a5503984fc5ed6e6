/** Chromium with people in it: each has a window, a language and a device of their own. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

export async function launched(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu", "--disable-quic", "--disable-sync"],
  });
}

export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console or the content policy had to complain about. */
  readonly complaints: string[];
  /** Every frame that came over the sockets. */
  readonly frames: string[];
}

export async function opened(browser: Browser, device: object, locale: string): Promise<Window> {
  const context = await browser.newContext({ ...device, locale });
  const page = await context.newPage();
  const complaints: string[] = [];
  const frames: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => frames.push(String(payload)));
  });
  return { context, page, complaints, frames };
}
