/** The service worker, where there may be one, and whether a newer version of the client waits. */
import { create } from "zustand";

interface Update {
  /** A newer version is there. */
  readonly waiting: boolean;
  /** Load it. Only ever by somebody's own wish: a reload in a game costs time. */
  readonly reload: () => void;
}

export const useUpdate = create<Update>(() => ({ waiting: false, reload: () => location.reload() }));

function waits(registration: ServiceWorkerRegistration): void {
  const found = registration.waiting;
  // Without a controller it is the first version that this page has, not a newer one.
  if (found === null || navigator.serviceWorker.controller === null) return;
  const reload = (): void => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    found.postMessage("take over");
  };
  useUpdate.setState({ waiting: true, reload });
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register("/sw.js");
  waits(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => waits(registration));
  });
  // A tab that is looked at again after a while asks for news.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => undefined);
  });
}

/** It loads every file there is: the way to a first table goes before. */
const AFTER = 5000;

/** Register it once the page is there. On a plain origin there is none, and nothing is missing but this. */
export function startWorker(): void {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const start = (): void => void setTimeout(() => void register().catch(() => undefined), AFTER);
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
