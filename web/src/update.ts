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

const WORKER = "/sw.js";

/** Browsers that know trusted types load a script only from an address that the one policy of the site has made. */
interface TrustedTypes {
  createPolicy(name: "kuhstall", rules: { createScriptURL: () => string }): { createScriptURL(address: string): string };
}

function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy("kuhstall", { createScriptURL: () => WORKER }).createScriptURL(WORKER) ?? WORKER;
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerAddress());
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

/** Register it once the page is there. A plain origin has no service worker, and loses nothing else. */
export function startWorker(): void {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const start = (): void => void setTimeout(() => void register().catch(() => undefined), AFTER);
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
