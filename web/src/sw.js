/**
 * Keeps the files of the client, so that it opens without a connection. Of the server's answers only
 * the list of editions is kept, which the rules need, and no page is ever reloaded from here.
 */
const VERSION = "__VERSION__";
const FILES = ["__FILES__"];
const CACHE = `kuhstall ${VERSION}`;

/** What editions there are, and their rules: the same for everybody. */
const EDITIONS = "/api/editions";

/** A busy server is asked again; a host of files has no editions. */
async function keepEditions(cache, wait = 1000) {
  const answer = await fetch(EDITIONS).catch(() => undefined);
  if (answer?.ok) await cache.put(EDITIONS, answer);
  else if ((answer?.status === 429 || answer?.status === 503) && wait <= 16_000) {
    await new Promise((done) => setTimeout(done, wait));
    await keepEditions(cache, 2 * wait);
  }
}

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      // Names without a hash may be old in the browser's own cache.
      await cache.addAll(FILES.map((file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" })));
      await keepEditions(cache);
    }),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => {
      const ours = names.filter((name) => name.startsWith("kuhstall "));
      // A game that still runs on the version before this one may have to load parts of it.
      return Promise.all(ours.filter((name) => name !== CACHE).slice(0, -1).map((name) => caches.delete(name)));
    }),
  );
});

addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});

/** What a message says is left here by the page, in the language of whoever reads it. */
const words = (about) => caches.match(`/words/${about}`).then((found) => found?.text() ?? "Kuhstall");

addEventListener("push", (event) => {
  const { waits, night = false } = event.data.json();
  const tag = night ? "night" : "waits";
  event.waitUntil(
    (async () => {
      for (const shown of await registration.getNotifications({ tag })) shown.close();
      const pages = await clients.matchAll({ type: "window" });
      // Whoever looks at the site sees it there.
      if (!(waits || night) || pages.some((page) => page.visibilityState === "visible" && page.focused)) return;
      await registration.showNotification("Kuhstall", { body: await words(tag), tag, icon: "/icons/icon-192.png" });
    })(),
  );
});

/** Where the most urgent question is. A message names no table: only the server knows it now. */
async function waitingPath() {
  const answer = await fetch("/api/me").catch(() => undefined);
  const { waits = [] } = answer?.ok ? await answer.json() : {};
  return waits.length === 0 ? "/" : `/t/${waits[0].table}`;
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    (async () => {
      const path = await waitingPath();
      const pages = await clients.matchAll({ type: "window" });
      const [first] = pages.filter((page) => new URL(page.url).pathname === path);
      return first === undefined ? clients.openWindow(path) : first.focus();
    })(),
  );
});

/** The page that is kept stands for every path. */
const kept = () => caches.match("/", { ignoreVary: true });

/** The newest page, if there is a connection; else the one that is kept. A host of files has none for most paths. */
async function page(request) {
  const answer = await fetch(request).catch(() => undefined);
  if (answer !== undefined && answer.status !== 404) return answer;
  const found = await kept();
  if (answer === undefined || (await found?.clone().text())?.includes('name="kuhstall-host"')) return found ?? answer ?? Response.error();
  return answer;
}

/** The server's own answer, which is kept; without a connection the one that is kept. */
async function editions(request) {
  const answer = await fetch(request).catch(() => undefined);
  if (answer === undefined) return (await caches.match(EDITIONS, { ignoreVary: true })) ?? Response.error();
  if (answer.ok) await (await caches.open(CACHE)).put(EDITIONS, answer.clone());
  return answer;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === "GET" && origin === location.origin && pathname === EDITIONS) event.respondWith(editions(request));
  if (request.method !== "GET" || origin !== location.origin || /^\/(api|ws)(\/|$)/.test(pathname)) return;
  if (request.mode === "navigate") {
    event.respondWith(page(request));
  } else if (FILES.includes(pathname) || /^\/(assets|offline)\//.test(pathname)) {
    // The files of offline play are kept by the page itself, in caches that are not touched here.
    event.respondWith(caches.match(request, { ignoreVary: true }).then((found) => found ?? fetch(request)));
  }
});
