/**
 * Keeps the files of the client, so that it opens without a connection. Nothing of the server's answers
 * is ever kept, and no page is ever reloaded from here.
 */
const VERSION = "__VERSION__";
const FILES = ["__FILES__"];
const CACHE = `kuhstall ${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) =>
      // Names without a hash may be old in the browser's own cache.
      cache.addAll(FILES.map((file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" }))),
    ),
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
const words = () => caches.match("/words/waits").then((found) => found?.text() ?? "Kuhstall");

addEventListener("push", (event) => {
  const { waits } = event.data.json();
  event.waitUntil(
    (async () => {
      for (const shown of await registration.getNotifications({ tag: "waits" })) shown.close();
      const pages = await clients.matchAll({ type: "window" });
      // Whoever looks at the site sees it there.
      if (!waits || pages.some((page) => page.visibilityState === "visible" && page.focused)) return;
      await registration.showNotification("Kuhstall", { body: await words(), tag: "waits", icon: "/icons/icon-192.png" });
    })(),
  );
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    clients.matchAll({ type: "window" }).then((pages) => {
      const [first] = pages.filter((page) => new URL(page.url).pathname === "/");
      return first === undefined ? clients.openWindow("/") : first.focus();
    }),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /^\/(api|ws)(\/|$)/.test(pathname)) return;
  if (request.mode === "navigate") {
    // The newest page, if there is a connection; else the one that is kept, whatever the path.
    event.respondWith(fetch(request).catch(() => caches.match("/", { ignoreVary: true })));
  } else if (FILES.includes(pathname) || pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((found) => found ?? fetch(request)));
  }
});
