/** Messages of this site to this browser: whether it may get them, and the ways to begin and to end that. */
import type { Language } from "../i18n/catalogue";
import { call } from "../net/http";
import type { Mail } from "../protocol/types";

/** What the worker says when a table waits. It has no texts of its own: the page leaves them here. */
const WORDS = "kuhstall words";
const WORD = "/words/waits";

const DAY = 24 * 60;
/** Hours of the day here between which nobody wants to be told, unless they say so. */
export const NIGHT = { from: 22, to: 8 } as const;

export interface Hours {
  readonly from: number;
  readonly to: number;
}

export type Outcome = "on" | "denied" | "failed";

export function canBeTold(): boolean {
  return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis && isSecureContext;
}

/** A minute of the day as the server counts it, and back. */
export function minuteOf(hour: number, offset = new Date().getTimezoneOffset()): number {
  return (((hour * 60 + offset) % DAY) + DAY) % DAY;
}

export function hourOf(minute: number, offset = new Date().getTimezoneOffset()): number {
  return Math.round(((((minute - offset) % DAY) + DAY) % DAY) / 60) % 24;
}

async function pushes(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

export interface Telling {
  /** What to subscribe with. Empty where the server tells nobody. */
  readonly key: string;
  /** The quiet hours of this browser; null if it is not told. */
  readonly hours: Hours | null;
  /** The quiet hours, whatever they are for. */
  readonly quiet: Hours;
  /** Where mails go; undefined where the server sends none. */
  readonly mail?: Mail | undefined;
}

/** How this browser is told now. */
export async function telling(): Promise<Telling> {
  const { key: known, quiet_from, quiet_to, devices, mail } = await call("GET /api/push");
  const key = canBeTold() ? known : "";
  const allowed = key !== "" && devices > 0 && Notification.permission === "granted";
  const here = allowed && (await (await pushes()).getSubscription()) !== null;
  const quiet = quiet_from === quiet_to ? NIGHT : { from: hourOf(quiet_from), to: hourOf(quiet_to) };
  return { key, hours: here ? quiet : null, quiet, mail };
}

async function keepWords(text: string): Promise<void> {
  await (await caches.open(WORDS)).put(WORD, new Response(text));
}

/** Begin, or begin anew with other hours. The browser asks for permission: only somebody's own tap may lead here. */
export async function begin(key: string, text: string, hours: Hours = NIGHT): Promise<Outcome> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  try {
    const given = await (await pushes()).subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = given.toJSON();
    if (endpoint === undefined || keys?.["p256dh"] === undefined || keys["auth"] === undefined) return "failed";
    await keepWords(text);
    await call("POST /api/push", {
      endpoint,
      public: keys["p256dh"],
      auth: keys["auth"],
      quiet_from: minuteOf(hours.from),
      quiet_to: minuteOf(hours.to),
    });
    return "on";
  } catch {
    return "failed";
  }
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
