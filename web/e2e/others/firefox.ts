/** Firefox, by the few words of WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/) that a game takes. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { tellViolations } from "../browsers";
import { firefoxPath } from "./present";
import type { Tab } from "./tab";

/** Nothing that a new profile would ask, fetch or report by itself. */
const PREFERENCES = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "intl.accept_languages": "en",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
};

const HEARD = ["log.entryAdded", "network.fetchError", "network.responseCompleted"];

/** What comes over the socket: the answer to a command, or an event. */
interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params?: Happened;
}

/** What an event says, of all those that are heard. */
interface Happened {
  readonly level?: string;
  readonly text?: string | null;
  readonly source?: { readonly realm: string };
  readonly stackTrace?: { readonly callFrames: readonly { readonly url: string; readonly lineNumber: number }[] };
  readonly errorText?: string;
  readonly request?: { readonly url: string };
  readonly response?: { readonly status: number };
}

/** Put an event as a complaint; null: it is none. */
function complaint(method: string, told: Happened): string | null {
  const address = told.request?.url ?? "";
  if (method === "log.entryAdded") {
    const [frame] = told.stackTrace?.callFrames ?? [];
    return told.level === "error" || told.level === "warn" ? `${told.level}: ${told.text} at ${frame?.url}:${frame?.lineNumber}` : null;
  }
  // Whoever goes to another page breaks off what this one was loading.
  if (method === "network.fetchError") return told.errorText === "NS_BINDING_ABORTED" ? null : `failed: ${told.errorText} at ${address}`;
  const status = told.response?.status ?? 0;
  return status >= 400 ? `failed: ${status} at ${address}` : null;
}

class Socket {
  readonly complaints: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#heard(JSON.parse(String(data)) as Message));
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("Firefox has hung up"));
    });
  }

  static async to(url: string): Promise<Socket> {
    const socket = new WebSocket(url);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("error", () => reject(new Error(`nobody listens at ${url}`)));
    });
    return new Socket(socket);
  }

  #heard({ id, result, error, message, method, params }: Message): void {
    if (id === undefined) {
      const what = complaint(method ?? "", params ?? {});
      if (what !== null) this.complaints.push(what);
      return;
    }
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(`${error}: ${message}`));
  }

  async ask<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

interface Evaluated {
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Start Firefox without a window, with a profile of its own. */
export async function firefox(): Promise<Tab> {
  const profile = mkdtempSync(join(tmpdir(), "kuhstall-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const running = spawn(firefoxPath(), ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => {
    running.once("exit", () => resolve());
  });
  const close = async (): Promise<void> => {
    running.kill();
    await ended;
    rmSync(profile, { recursive: true, maxRetries: 5 });
  };
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface(running.stderr).on("line", (line) => {
        const [, found] = /WebDriver BiDi listening on (\S+)/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
      void ended.then(() => reject(new Error("Firefox has ended before it was there")));
    });
    return await tab(await Socket.to(`${url}/session`), close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function tab(socket: Socket, close: () => Promise<void>): Promise<Tab> {
  const { capabilities } = await socket.ask<{ capabilities: { browserVersion: string } }>("session.new", { capabilities: {} });
  await socket.ask("session.subscribe", { events: HEARD });
  await socket.ask("script.addPreloadScript", { functionDeclaration: String(tellViolations) });
  const { contexts } = await socket.ask<{ contexts: readonly { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context ?? "";
  return {
    browser: `Firefox ${capabilities.browserVersion}`,
    complaints: socket.complaints,
    close,
    open: async (url) => {
      await socket.ask("browsingContext.navigate", { context, url, wait: "complete" });
    },
    evaluate: async <Given, Answer>(work: (given: Given) => Answer | Promise<Answer>, given: Given) => {
      const { result, exceptionDetails } = await socket.ask<Evaluated>("script.callFunction", {
        functionDeclaration: `async () => JSON.stringify((await (${String(work)})(${JSON.stringify(given)})) ?? null)`,
        awaitPromise: true,
        target: { context },
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? "null") as Answer;
    },
    resize: async (width, height) => {
      await socket.ask("browsingContext.setViewport", { context, viewport: { width, height } });
    },
    picture: async () => {
      const { data } = await socket.ask<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
  };
}
