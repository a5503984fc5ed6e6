/** Messages of this site to this browser: whether it may get them, and the ways to begin and to end that. */
import type { Language } from "../i18n/catalogue";
import { call } from "../net/http";
import type { Mail } from "../protocol/types";
import { type Hours, hourOf, minuteOf } from "./hours";

/** What the worker says when a table waits. It has no texts of its own: the page leaves them here. */
const WORDS = "kuhstall words";
const WORD = "/words/waits";

/** Hours of the day here between which nobody wants to be told, unless they say so. */
export const NIGHT = { from: 22, to: 8 } as const;

export type Outcome = "on" | "denied" | "failed";

export function canBeTold(): boolean {
  return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis && isSecureContext;
}

async function pushes(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

export interface PushStatus {
  /** What to subscribe with. Empty where the server tells nobody. */
  readonly key: string;
  /** The quiet hours of this browser; null if it is not told. */
  readonly hours: Hours | null;
  /** The quiet hours, whatever they are for. */
  readonly quiet: Hours;
  /** How many browsers are told, this one too. */
  readonly devices?: number;
  /** Where mails go; undefined where the server sends none. */
  readonly mail?: Mail | undefined;
}

/** How this browser is told now. A server that has another key than this browser subscribed with gets a new subscription. */
export async function pushStatus(): Promise<PushStatus> {
  const { key: known, quiet_from, quiet_to, devices, mail } = await call("GET /api/push");
  const key = canBeTold() ? known : "";
  const given = key !== "" && Notification.permission === "granted" ? await (await pushes()).getSubscription() : null;
  const quiet = quiet_from === quiet_to ? NIGHT : { from: hourOf(quiet_from), to: hourOf(quiet_to) };
  const here = given !== null && (isFor(given, key) ? devices > 0 : (await renewed(given, key, quiet)) === "on");
  return { key, hours: here ? quiet : null, quiet, devices, mail };
}

/** Whether a subscription is for this key of the server. Some browsers do not say. */
function isFor({ options }: PushSubscription, key: string): boolean {
  const own = (options as PushSubscriptionOptions | undefined)?.applicationServerKey;
  if (own == null) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(own)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

/** Subscribe again: a backup holds no key, so a server that was restored has a new one, and cannot use what we gave. */
async function renewed(old: PushSubscription, key: string, hours: Hours): Promise<Outcome> {
  try {
    await old.unsubscribe();
    return await register(await (await pushes()).subscribe({ userVisibleOnly: true, applicationServerKey: key }), hours);
  } catch {
    return "failed";
  }
}

async function keepWords(text: string): Promise<void> {
  await (await caches.open(WORDS)).put(WORD, new Response(text));
}

/** What the worker says before a game night; whoever has no notifications here hears nothing. */
export async function keepNightWords(text: string): Promise<void> {
  if (canBeTold()) await (await caches.open(WORDS)).put("/words/night", new Response(text));
}

/** Begin, or begin anew with other hours. The browser asks for permission: only somebody's own tap may lead here. */
export async function begin(key: string, text: string, hours: Hours = NIGHT): Promise<Outcome> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  try {
    const given = await (await pushes()).subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await keepWords(text);
    return await register(given, hours);
  } catch {
    return "failed";
  }
}

async function register(given: PushSubscription, hours: Hours): Promise<Outcome> {
  const { endpoint, keys } = given.toJSON();
  if (endpoint === undefined || keys?.["p256dh"] === undefined || keys["auth"] === undefined) return "failed";
  await call("POST /api/push", {
    endpoint,
    public: keys["p256dh"],
    auth: keys["auth"],
    quiet_from: minuteOf(hours.from),
    quiet_to: minuteOf(hours.to),
  });
  return "on";
}

/** Return a way to have this browser told as it is now, once the server has forgotten it; none if it is not told. */
export async function toldAgain(): Promise<(() => Promise<Outcome>) | undefined> {
  const { hours } = await pushStatus();
  const given = hours === null ? null : await (await pushes()).getSubscription();
  return hours === null || given === null ? undefined : () => register(given, hours);
}

/** Have mails sent to an address, once it is confirmed; or in other hours, if it is the same. */
export async function wantMail(address: string, language: Language, hours: Hours): Promise<void> {
  await call("POST /api/mail", { address, language, quiet_from: minuteOf(hours.from), quiet_to: minuteOf(hours.to) });
}

export async function end(): Promise<void> {
  const given = await (await pushes()).getSubscription();
  if (given === null) return;
  await call("POST /api/push/end", { endpoint: given.endpoint });
  await given.unsubscribe();
}

/** Take messages away that somebody no longer needs: they are looking. */
export async function clearMessages(): Promise<void> {
  if (!canBeTold()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const shown of (await worker?.getNotifications({ tag: "waits" })) ?? []) shown.close();
}
