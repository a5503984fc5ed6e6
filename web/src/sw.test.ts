import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";

type Heard = (event: object) => void;

const STATIC = '<meta name="kuhstall-host" content="static">';
let listeners: Map<string, Heard>;
let stored: Map<string, Map<string, string>>;
let online: (address: string) => Response;
let windows: { url: string; focus: () => void }[];
let went: string[];
const clients = { matchAll: async () => windows, openWindow: async (path: string) => void went.push(path) };
/** What the notifications say that are there, by their tags. */
let notices: Map<string, string>;

beforeEach(() => {
  listeners = new Map();
  stored = new Map();
  [windows, went] = [[], []];
  notices = new Map();
  online = () => new Response("from the site");
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (request: string | { url: string }) => {
      const path = typeof request === "string" ? request : new URL(request.url).pathname;
      const found = [...stored.values()].find((files) => files.has(path))?.get(path);
      return found === undefined ? undefined : new Response(found);
    },
    open: async (name: string) => {
      const files = stored.get(name) ?? new Map<string, string>();
      stored.set(name, files);
      const put = async (path: string, response: Response): Promise<void> => void files.set(path, await response.text());
      return {
        put,
        addAll: async (requests: readonly { url: string }[]) => {
          for (const { url } of requests) files.set(url, "a file");
        },
      };
    },
  };
  const source = readFileSync("src/sw.js", "utf8").replace('["__FILES__"]', '["/", "/app.js"]');
  // The worker is a script of its own, with a world of its own.
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  const run = new Function("addEventListener", "caches", "fetch", "location", "registration", "clients", source) as (...world: unknown[]) => void;
  const registration = {
    getNotifications: async ({ tag }: { tag: string }) => (notices.has(tag) ? [{ close: () => notices.delete(tag) }] : []),
    showNotification: async (_: string, { body, tag }: { body: string; tag: string }) => notices.set(tag, body),
  };
  run((kind: string, heard: Heard) => listeners.set(kind, heard), caches, async (asked: { url: string } | string) => online(typeof asked === "string" ? asked : new URL(asked.url).pathname), { origin: "https://a.example" }, registration, clients);
});

/** What a page gets; null: the worker leaves it to the browser. */
async function got(path: string, mode = "cors"): Promise<[number, string] | null> {
  const answers: Promise<Response>[] = [];
  const request = { url: `https://a.example${path}`, method: "GET", mode };
  listeners.get("fetch")?.({ request, respondWith: (response: Promise<Response>) => answers.push(response) });
  const response = await answers[0];
  return response === undefined ? null : [response.status, await response.text()];
}

const keep = (cache: string, path: string, text: string): void => void stored.set(cache, new Map([[path, text]]));

test("a page that a host of files does not know is the one that is kept", async () => {
  online = () => new Response("not there", { status: 404 });
  expect(await got("/t/x", "navigate")).toEqual([404, "not there"]);
  keep("kuhstall 1", "/", `<head>${STATIC}</head>`);
  expect(await got("/t/x", "navigate")).toEqual([200, `<head>${STATIC}</head>`]);
});

test("a server's own word that there is no such page stands", async () => {
  keep("kuhstall 1", "/", "<head></head>");
  online = () => new Response("no such page", { status: 404 });
  expect(await got("/nonsense", "navigate")).toEqual([404, "no such page"]);
});

test("without a connection the page is the one that is kept", async () => {
  keep("kuhstall 1", "/", "kept");
  online = () => {
    throw new TypeError("no line");
  };
  expect(await got("/t/x", "navigate")).toEqual([200, "kept"]);
});

test("the files of offline play come from where the page has kept them, or from the site", async () => {
  expect(await got("/offline/a.zip")).toEqual([200, "from the site"]);
  keep("kuhstall-offline 1", "/offline/a.zip", "kept");
  expect(await got("/offline/a.zip")).toEqual([200, "kept"]);
  expect(await got("/offline.json")).toBeNull();
  expect(await got("/api/me")).toBeNull();
});

test("a new version leaves the files of offline play alone", async () => {
  for (const name of ["kuhstall 1", "kuhstall 2", "kuhstall-offline 1", "kuhstall __VERSION__"]) stored.set(name, new Map());
  const waits: Promise<unknown>[] = [];
  listeners.get("activate")?.({ waitUntil: (done: Promise<unknown>) => waits.push(done) });
  await Promise.all(waits);
  expect([...stored.keys()]).toEqual(["kuhstall 2", "kuhstall-offline 1", "kuhstall __VERSION__"]);
});

/** Let the worker do what it does before it is of use. */
async function installed(): Promise<void> {
  vi.stubGlobal("Request", class {
    constructor(readonly url: string) {}
  });
  const waits: Promise<unknown>[] = [];
  listeners.get("install")?.({ waitUntil: (done: Promise<unknown>) => waits.push(done) });
  await Promise.all(waits);
  vi.unstubAllGlobals();
}

const cut = (): never => {
  throw new TypeError("no line");
};

test("the rules and the score sheet open without a connection", async () => {
  online = (path) => new Response(path === "/api/editions" ? '[{"key":"master"}]' : "from the site");
  await installed();
  online = cut;
  // Both are the page that is kept; what the rules ask of the server is kept, and nothing else of it.
  for (const path of ["/rules", "/rules/master", "/score"]) expect(await got(path, "navigate")).toEqual([200, "a file"]);
  expect(await got("/app.js")).toEqual([200, "a file"]);
  expect(await got("/api/editions")).toEqual([200, '[{"key":"master"}]']);
  expect(await got("/api/lobby")).toBeNull();
});

test("a server that is busy is asked for the rules again, and one that has none is not", async () => {
  vi.useFakeTimers();
  for (const [status, times] of [[503, 3], [429, 3], [404, 1]] as const) {
    let asked = 0;
    online = (path) => {
      if (path !== "/api/editions") return new Response("from the site");
      asked += 1;
      return asked < 3 ? new Response("later", { status }) : new Response("[]");
    };
    stored.clear();
    const done = installed();
    // oxlint-disable-next-line no-await-in-loop
    await vi.runAllTimersAsync();
    // oxlint-disable-next-line no-await-in-loop
    await done;
    expect(asked).toBe(times);
    expect(stored.get("kuhstall __VERSION__")?.has("/api/editions")).toBe(times === 3);
  }
  vi.useRealTimers();
});

test("the list of editions is the server's newest, and a refusal is not kept", async () => {
  await installed();
  online = () => new Response("[2]");
  expect(await got("/api/editions")).toEqual([200, "[2]"]);
  online = () => new Response("busy", { status: 503 });
  expect(await got("/api/editions")).toEqual([503, "busy"]);
  online = cut;
  expect(await got("/api/editions")).toEqual([200, "[2]"]);
});

test("a host of files, which knows no editions, is installed all the same", async () => {
  online = () => new Response("not there", { status: 404 });
  await installed();
  expect(await got("/app.js")).toEqual([200, "a file"]);
  online = cut;
  expect((await got("/api/editions"))?.[0]).toBe(0);
});

/** Tap on the message, and say where that leads. */
async function tapped(): Promise<readonly string[]> {
  const waits: Promise<unknown>[] = [];
  listeners.get("notificationclick")?.({ notification: { close: () => undefined }, waitUntil: (done: Promise<unknown>) => waits.push(done) });
  await Promise.all(waits);
  return went;
}

test("a tap on a message leads to the table that asks first", async () => {
  online = (path) => Response.json(path === "/api/me" ? { name: "Anna", waits: [{ table: "one" }, { table: "two" }] } : {});
  expect(await tapped()).toEqual(["/t/one"]);
});

test("a page of that table that is open already is shown", async () => {
  online = () => Response.json({ waits: [{ table: "one" }] });
  windows = [
    { url: "https://a.example/", focus: () => went.push("the first page") },
    { url: "https://a.example/t/one", focus: () => went.push("the table") },
  ];
  expect(await tapped()).toEqual(["the table"]);
});

test.each([
  ["nothing waits any more", () => Response.json({ name: "Anna" })],
  ["nobody is signed in", () => new Response("", { status: 401 })],
  ["there is no connection", cut],
])("where %s, it leads to the first page", async (_, answer) => {
  online = answer;
  expect(await tapped()).toEqual(["/"]);
});

test("a game night is reminded of beside a table that waits, each in its own words", async () => {
  keep("kuhstall words", "/words/night", "A game night begins soon.");
  keep("kuhstall words 2", "/words/waits", "A table waits.");
  const pushed = async (data: object): Promise<void> => {
    const done: Promise<unknown>[] = [];
    listeners.get("push")?.({ data: { json: () => data }, waitUntil: (work: Promise<unknown>) => done.push(work) });
    await Promise.all(done);
  };
  await pushed({ waits: true });
  await pushed({ night: true });
  expect(Object.fromEntries(notices)).toEqual({ waits: "A table waits.", night: "A game night begins soon." });
  await pushed({ waits: false });
  expect([...notices.keys()]).toEqual(["night"]);
});
