/** Firefox, by the few words of WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/) that a game takes. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { tellViolations } from "../support/browsers";
import { firefoxPath } from "./present";
import { rest, type Tab } from "./tab";
import { Wire } from "./wire";

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
  // Everything moves, but the processor draws it.
  "layout.frame_rate": 20,
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

/** What Firefox says of itself that tells nobody anything. */
const IDLE = /headless mode|BackupService/u;
const LAST_WORDS = 5;

/** Asks Firefox, and listens to what it tells. */
class Talk {
  readonly complaints: string[] = [];
  readonly #waiting = new Map<number, { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }>();
  #wire: Wire | null = null;
  #over: Error | null = null;
  #last = 0;

  /** Talk at that address; `fate`: what became of the program that was there, as soon as that is known. */
  static async at(url: string, fate: () => Promise<string>): Promise<Talk> {
    const talk = new Talk();
    const heard = (text: string): void => talk.#heard(JSON.parse(text) as Message);
    talk.#wire = await Wire.to(url, heard, (why) => void fate().then((end) => talk.#end(new Error(`Firefox has hung up after ${talk.#last} questions: ${why}; ${end}`))));
    return talk;
  }

  #end(why: Error): void {
    this.#over = why;
    for (const { reject } of this.#waiting.values()) reject(why);
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
    if (this.#over !== null) throw this.#over;
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
      this.#wire?.send(JSON.stringify({ id, method, params }));
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
  const ended = new Promise<string>((resolve) => {
    running.once("exit", (code, signal) => resolve(signal === null ? `it ended with ${code}` : `it was ended by ${signal}`));
  });
  const words: string[] = [];
  // A wire that breaks with its program does so a little before the program's end is known.
  const fate = async (): Promise<string> => `${await Promise.race([ended, rest(2000).then(() => "it still runs")])}\n${words.join("\n")}`.trim();
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
        else if (!IDLE.test(line)) words.splice(0, words.length, ...words.slice(1 - LAST_WORDS), line);
      });
      void ended.then((end) => reject(new Error(["Firefox was never there", end, ...words].join("\n"))));
    });
    return await tab(await Talk.at(`${url}/session`, fate), close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function tab(talk: Talk, close: () => Promise<void>): Promise<Tab> {
  const { capabilities } = await talk.ask<{ capabilities: { browserVersion: string } }>("session.new", { capabilities: {} });
  await talk.ask("session.subscribe", { events: HEARD });
  await talk.ask("script.addPreloadScript", { functionDeclaration: String(tellViolations) });
  const { contexts } = await talk.ask<{ contexts: readonly { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context ?? "";
  return {
    browser: `Firefox ${capabilities.browserVersion}`,
    complaints: talk.complaints,
    close,
    open: async (url) => {
      await talk.ask("browsingContext.navigate", { context, url, wait: "complete" });
    },
    evaluate: async <Given, Answer>(work: (given: Given) => Answer | Promise<Answer>, given: Given) => {
      const { result, exceptionDetails } = await talk.ask<Evaluated>("script.callFunction", {
        functionDeclaration: `async () => JSON.stringify((await (${String(work)})(${JSON.stringify(given)})) ?? null)`,
        awaitPromise: true,
        target: { context },
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? "null") as Answer;
    },
    resize: async (width, height) => {
      await talk.ask("browsingContext.setViewport", { context, viewport: { width, height } });
    },
    picture: async () => {
      const { data } = await talk.ask<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
  };
}
