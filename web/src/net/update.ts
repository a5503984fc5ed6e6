/** The service worker, where there may be one, and whether a newer version of the client waits. */
import { create } from "zustand";
import { isStatic } from "./offline/where";
import { SERVICE_WORKER, trusted } from "./trusted";

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
  const registration = await navigator.serviceWorker.register(trusted(SERVICE_WORKER));
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
  // A host of files knows no paths of pages: without the worker, a table could not be loaded again.
  const start = (): void => void setTimeout(() => void register().catch(() => undefined), isStatic() ? 0 : AFTER);
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
  // Whoever has installed the page wants to play without a connection, too.
  if (matchMedia("(display-mode: standalone)").matches) setTimeout(() => void import("./offline/policy").then(({ noteInstalledPage }) => noteInstalledPage()), AFTER);
}
