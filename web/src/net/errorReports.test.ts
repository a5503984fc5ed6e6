// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { version } from "../../package.json";
import type { BrowserError } from "../protocol/types";

const TABLE = "k7mwq3pnzk7mwq3pnzk7mwq3pn";
const ORIGIN = "https://kuhstall.example";
const SCRIPT = "/assets/Table-Ba50huXH.js";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

let posted: { readonly address: string; readonly init: RequestInit }[];
let listening: [string, EventListener][];

beforeEach(() => {
  posted = [];
  listening = [];
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal("location", new URL(`${ORIGIN}/t/${TABLE}`));
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(FIREFOX);
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    posted.push({ address, init });
    return new Response("{}", { status: 404 });
  });
  vi.stubGlobal("addEventListener", (kind: string, listener: EventListener) => {
    if (listening.every(([known, one]) => known !== kind || one !== listener)) listening.push([kind, listener]);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Let the server say what it wants, and the page load what it needs for that. */
async function told(wanted?: boolean): Promise<void> {
  const { noteErrorReports } = await import("./errorSwitch");
  noteErrorReports(wanted);
  if (wanted === true) await vi.waitFor(() => expect(listening).toHaveLength(2));
}

const fire = (kind: string, event: object): void => listening.filter(([known]) => known === kind).forEach(([, listener]) => listener(event as Event));

/** An error with the stack that Chrome would give it. */
function failure(message: string, ...places: readonly string[]): Error {
  const error = new TypeError(message);
  error.stack = [`TypeError: ${message}`, ...places.map((place) => `    at e (${place})`)].join("\n");
  return error;
}

function happen(message: string, ...places: readonly string[]): void {
  const error = failure(message, ...places);
  fire("error", { message: `Uncaught TypeError: ${message}`, error, filename: "", lineno: 0, colno: 0 });
}

const bodies = (): readonly BrowserError[] => posted.map(({ init }) => JSON.parse(init.body as string) as BrowserError);
/** Words that make different messages. */
const WORDS = ["one", "two", "three", "four", "five", "six", "seven"];

test("where it is off, nothing is listened to and nothing is sent", async () => {
  await told();
  await told(false);
  const { wantsErrorReports } = await import("./errorSwitch");
  expect(wantsErrorReports()).toBe(false);
  expect(listening).toEqual([]);
  const { watchErrors } = await import("./errorReports");
  watchErrors();
  happen("e is null");
  expect(posted).toEqual([]);
});

test("a page reports five different errors at most, and each once", async () => {
  await told(true);
  for (const word of WORDS) for (let times = 0; times < 3; times++) happen(`${word} is null`);
  fire("unhandledrejection", { reason: new Error("too late") });
  expect(bodies().map(({ message }) => message)).toEqual(WORDS.slice(0, 5).map((word) => `Uncaught TypeError: ${word} is null`));
});

test("a report says where an error happened, and asks for no answer", async () => {
  await told(true);
  happen("e is null", ...[1, 2, 3, 4, 5, 6].map((line) => `${ORIGIN}${SCRIPT}:${line}:20`));
  const [{ address, init } = { address: "", init: {} }] = posted;
  expect(address).toBe("/api/errors");
  expect(init).toMatchObject({ method: "POST", keepalive: true, credentials: "omit", headers: { "content-type": "application/json" } });
  expect(bodies()).toEqual([
    {
      message: "Uncaught TypeError: e is null",
      version,
      page: "table",
      language: "en",
      browser: "firefox",
      browser_version: 145,
      frames: [1, 2, 3, 4, 5].map((line) => ({ file: SCRIPT, line, column: 20 })),
    },
  ]);
});

test("places outside of our scripts are left out", async () => {
  await told(true);
  happen(`no ${ORIGIN}${SCRIPT}:1:1`, "chrome-extension://abc/assets/x.js:1:2", "https://evil.example/assets/x.js:1:2", `${ORIGIN}/t/${TABLE}:1:2`, `${ORIGIN}${SCRIPT}:3:4`);
  expect(bodies()[0]?.frames).toEqual([{ file: SCRIPT, line: 3, column: 4 }]);
});

test("an error without a stack has the place that the event names", async () => {
  await told(true);
  fire("error", { message: "e is null", error: null, filename: `${ORIGIN}${SCRIPT}`, lineno: 5, colno: 6 });
  expect(bodies()[0]?.frames).toEqual([{ file: SCRIPT, line: 5, column: 6 }]);
});

test("no address, id, name or code gets into a report", async () => {
  await told(true);
  const secrets = [ORIGIN, TABLE, "Canaryada", "k7mwq3p", "k7mw-q3pn", "canary@post.example", "Y2FuYXJ5LXRva2Vu", "+49-1234567", "kuhstall.example"];
  happen(`lost ${ORIGIN}/j/k7mwq3p`, `${ORIGIN}/t/${TABLE}:1:2`);
  happen(`lost ${TABLE}, k7mwq3p, k7mw-q3pn, canary@post.example (Y2FuYXJ5LXRva2Vu) +49-1234567`);
  happen(`Unexpected token 'C', "{"name": "Canaryada"}" is no JSON`);
  fire("unhandledrejection", { reason: failure(`no “Canaryada” at /t/${TABLE}`) });
  fire("unhandledrejection", { reason: { name: "Canaryada", table: TABLE } });
  expect(bodies().map(({ message }) => message)).toEqual([
    "Uncaught TypeError: lost …",
    "Uncaught TypeError: lost … … … … … …",
    "Uncaught TypeError: Unexpected token … is no JSON",
    "TypeError: no … at …",
    "Rejected: object",
  ]);
  const all = posted.map(({ init }) => init.body as string).join("\n");
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
});

test("a long message is cut", async () => {
  await told(true);
  happen("cow ".repeat(200));
  expect(bodies()[0]?.message).toHaveLength(300);
});

test.each([
  ["/", "home"],
  ["/t/abc", "table"],
  ["/t/abc/replay", "replay"],
  ["/j/abc", "invitation"],
  ["/g", "group"],
  ["/g/abc", "group"],
  ["/g/abc/def/screen", "night"],
  ["/play", "house"],
  ["/in", "account"],
  ["/screen/pair", "screen"],
  ["/rules/kuhfstein", "rules"],
  ["/constructor", "other"],
])("the page at %s is called %s", async (path, kind) => {
  vi.stubGlobal("location", new URL(`${ORIGIN}${path}`));
  await told(true);
  happen("e is null");
  expect(bodies()[0]?.page).toBe(kind);
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "edge", 140],
  ["Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36", "chrome", 139],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1", "safari", 18],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0", "opera", 122],
  ["Lynx", "other", 0],
])("of %s there is a name and a number", async (agent, family, major) => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
  await told(true);
  happen("e is null");
  expect(bodies()[0]).toMatchObject({ browser: family, browser_version: major });
});

test("once it is off, the page stops, and the next one does not begin", async () => {
  await told(true);
  happen("one is null");
  await told(false);
  happen("two is null");
  expect(posted).toHaveLength(1);
  const { wantsErrorReports } = await import("./errorSwitch");
  expect(wantsErrorReports()).toBe(false);
});

test("what the server said is known to the next page from the start", async () => {
  await told(true);
  vi.resetModules();
  const { wantsErrorReports } = await import("./errorSwitch");
  expect(wantsErrorReports()).toBe(true);
});
