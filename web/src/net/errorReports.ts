/**
 * Reports errors in our scripts to the server: where they happened, but nothing about people, tables or addresses. The
 * server redacts each message again.
 */
import { version } from "../../package.json";
import { ownLanguage } from "../i18n/catalogue";
import type { BrowserError, BrowserFamily, PageKind, StackFrame } from "../protocol/types";
import { wantsErrorReports } from "./errorSwitch";

/** Different errors that one page reports. */
const MOST = 5;
const MOST_FRAMES = 5;
const LONGEST = 300;

const GONE = "…";
/** A quotation mark. The apostrophe in a word is none. */
const MARK = /["`´“”„‟«»‹›‘‚‛]|(?<![A-Za-z])['’]|['’](?![A-Za-z])/g;
/** Not ASCII; addresses and paths; times, dates and long numbers; ids and tokens; codes. */
const MORE_THAN_A_WORD =
  /[^ -~]|[/\\@%&=?#]|:\S|\d[.,;-]\d|(?:\d\D?){5}\d|[\w+-]{16}|[a-z_-]\d|\d[a-z_-]|\w-\w/i;

/** Remove what is quoted: from the first mark to the last, or to the end if that one begins something. */
function unquoted(text: string): string {
  const marks = [...text.matchAll(MARK)];
  const [first] = marks;
  if (first === undefined) return text;
  const after = text.slice((marks.at(-1)?.index ?? 0) + 1);
  const isOpen = marks.length % 2 === 1 || /^[\p{L}\p{N}]/u.test(after);
  return `${text.slice(0, first.index)} ${GONE} ${isOpen ? "" : after}`;
}

/** A message on one line, without what could identify a person. */
export function redacted(message: string): string {
  const words = unquoted(message).split(/\s+/).filter((word) => word !== "");
  return words.map((word) => (MORE_THAN_A_WORD.test(word) ? GONE : word)).join(" ").slice(0, LONGEST);
}

const PLACE = /(https?:\/\/[^\s/@()]+)(\/assets\/[\w.-]+\.js):(\d+):(\d+)/g;

/** The places in our own scripts, the innermost first. */
function framesOf(stack: string): readonly StackFrame[] {
  const own = [...stack.matchAll(PLACE)].filter(([, origin]) => origin === location.origin);
  return own.slice(0, MOST_FRAMES).map(([, , file = "", line, column]) => ({ file, line: Number(line), column: Number(column) }));
}

const PAGES: Readonly<Record<string, PageKind>> = {
  "": "home",
  g: "group",
  games: "games",
  in: "account",
  j: "invitation",
  notifications: "notifications",
  offline: "offline",
  play: "house",
  rules: "rules",
  score: "score",
  screen: "screen",
  t: "table",
};

/** The kind of this page: the rest of its address is a secret. */
function pageKind(): PageKind {
  const [, first = "", second = "", third = ""] = location.pathname.split("/");
  if (first === "t" && third === "replay") return "replay";
  if (first === "g" && second !== "" && third !== "") return "night";
  return Object.hasOwn(PAGES, first) ? (PAGES[first] ?? "other") : "other";
}

/** Most name several others: the first that fits is right. */
const BROWSERS: readonly (readonly [BrowserFamily, RegExp])[] = [
  ["edge", /\bEdg\w*\/(\d{1,4})/],
  ["opera", /\bOPR\/(\d{1,4})/],
  ["firefox", /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ["chrome", /(?:Chrome|CriOS)\/(\d{1,4})/],
  ["safari", /\bVersion\/(\d{1,4})\b.* Safari\//],
];

function browser(): Pick<BrowserError, "browser" | "browser_version"> {
  for (const [family, mark] of BROWSERS) {
    const found = mark.exec(navigator.userAgent);
    if (found !== null) return { browser: family, browser_version: Number(found[1]) };
  }
  return { browser: "other", browser_version: 0 };
}

const reported = new Set<string>();

function report(message: string, stack: string): void {
  if (reported.size === MOST || !wantsErrorReports()) return;
  const error: BrowserError = {
    message: redacted(message),
    version,
    page: pageKind(),
    language: ownLanguage(),
    ...browser(),
    frames: framesOf(stack),
  };
  const body = JSON.stringify(error);
  if (reported.has(body)) return;
  reported.add(body);
  // The answer is not used, and the server need not know who reports the error.
  const sent = { method: "POST", body, headers: { "content-type": "application/json" }, keepalive: true, credentials: "omit" } as const;
  fetch("/api/errors", sent).catch(() => undefined);
}

/** The stack of an error without its message, which may name places, too. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { message, stack = "" } = error;
  return message === "" ? stack : stack.replace(message, "");
}

function onError({ message, error, filename, lineno, colno }: ErrorEvent): void {
  report(message, stackOf(error) || `${filename}:${lineno}:${colno}`);
}

function onRejection({ reason }: PromiseRejectionEvent): void {
  // What is no error could be anything.
  report(reason instanceof Error ? `${reason.name}: ${reason.message}` : `Rejected: ${typeof reason}`, stackOf(reason));
}

/** Report errors from now on. */
export function watchErrors(): void {
  addEventListener("error", onError);
  addEventListener("unhandledrejection", onRejection);
}
