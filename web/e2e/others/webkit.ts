/** WebKit in its smallest browser, by the few words of WebDriver (https://www.w3.org/TR/webdriver2/) that a game takes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { freePort } from "../support/servers";
import { driverPath, screenPath } from "./present";
import { type Tab, until } from "./tab";

async function ended(running: ChildProcess): Promise<void> {
  running.kill();
  if (running.exitCode === null && running.signalCode === null) await once(running, "exit");
}

/** A screen that nobody sees; it chooses its own number. */
async function screen(): Promise<{ readonly running: ChildProcess; readonly display: string }> {
  const running = spawn(screenPath(), ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], { stdio: ["ignore", "pipe", "ignore"] });
  const [number] = (await once(createInterface(running.stdout as Readable), "line")) as [string];
  return { running, display: `:${number}` };
}

/** Settings of somebody who wants nothing to move: here the processor draws every picture, and has enough to do. */
function calm(): string {
  const folder = mkdtempSync(join(tmpdir(), "kuhstall-webkit-"));
  mkdirSync(join(folder, "gtk-3.0"));
  writeFileSync(join(folder, "gtk-3.0/settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  return folder;
}

async function call<Value>(url: string, method: "POST" | "GET" | "DELETE", body?: object): Promise<Value> {
  const answer = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

/**
 * Start MiniBrowser with a profile that it forgets. Nobody can listen to its console from outside: WebDriver has no word for
 * it, and the option that writes it out does not hold for profiles that are forgotten. So the way to the server listens.
 */
export async function webkit(heard: readonly string[]): Promise<Tab> {
  const { running: shown, display } = await screen();
  const port = await freePort();
  const folder = calm();
  const environment = { ...process.env, DISPLAY: display, GDK_BACKEND: "x11", LANGUAGE: "en", LC_ALL: "C.UTF-8", XDG_CONFIG_HOME: folder };
  const driver = spawn(driverPath(), [`--port=${port}`], { env: environment, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  let session: string | null = null;
  const close = async (): Promise<void> => {
    if (session !== null) await call(session, "DELETE").catch(() => undefined);
    await ended(driver);
    await ended(shown);
    rmSync(folder, { recursive: true });
  };
  try {
    await until(async () => call(`${url}/status`, "GET").catch(() => (driver.exitCode === null ? null : Promise.reject(new Error("WebKitWebDriver has ended")))));
    const { sessionId, capabilities } = await call<Session>(`${url}/session`, "POST", { capabilities: {} });
    session = `${url}/session/${sessionId}`;
    return tab(session, `WebKitGTK ${capabilities.browserVersion}`, heard, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function tab(session: string, browser: string, complaints: readonly string[], close: () => Promise<void>): Tab {
  return {
    browser,
    complaints,
    close,
    open: async (url) => call(`${session}/url`, "POST", { url }),
    evaluate: async <Given, Answer>(work: (given: Given) => Answer | Promise<Answer>, given: Given) => {
      const script = `return (async () => JSON.stringify((await (${String(work)})(arguments[0])) ?? null))();`;
      return JSON.parse(await call<string>(`${session}/execute/sync`, "POST", { script, args: [given] })) as Answer;
    },
    // The window has a bar of its own, and is never narrower than that bar.
    resize: async (width, height) => {
      const set = async (high: number): Promise<number> => {
        await call(`${session}/window/rect`, "POST", { x: 0, y: 0, width, height: high });
        return call<number>(`${session}/execute/sync`, "POST", { script: "return innerHeight", args: [] });
      };
      await set(2 * height - (await set(height)));
    },
    picture: async () => Buffer.from(await call<string>(`${session}/screenshot`, "GET"), "base64"),
  };
}
