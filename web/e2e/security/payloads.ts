/** What somebody might write where a text is wanted, and a browser that notices whatever comes of it. */
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { opened, type Window } from "../support/browsers";

/** The tests' own function, which nobody calls unless a payload runs. Short, so that it fits into a name. */
const TRAP = "p";

/** Short enough for a name: at most 24 letters are left of each. */
export const NAMES = [
  "<script>p()</script>",
  "<img src=x onerror=p()>",
  "<svg onload=p()>",
  "<a href=javascript:p()>",
  "javascript:p()",
  "\"autofocus onfocus=p() ",
  "</b></title><h1>x",
  "<iframe src=//127.0.0.2>",
  "<style>*{display:none}",
  "&lt;b&gt;&#60;i&#62;&amp;",
  "\\u003cb\\x3e%3Cb%3E",
  "{{name}}{{seat}}",
  "${p()}#{p()}<%=p()%>",
  "$t(home.title)",
  "$& $1 $` $'",
  "%s %n %d {0} {}",
  "__proto__",
  "undefined",
  "=cmd|' /C calc'!A0",
  "'; DROP TABLE people; --",
  "W".repeat(100),
  "\u{fdfd}".repeat(24),
  "\u{1f404}".repeat(30),
  `Z${"\u0335\u0489\u0310".repeat(20)}`,
  "\u202eannA\u202c \u2066x\u2069",
  "\u05d0\u05d1 \u0645\u0631\u062d\u0628\u0627 Ben",
  "An\u200bna\ufeff\u00ad\u2060",
  "An\u0000na\u0007\u001b[31m\r\n\t\u0085\u2028x",
  "\u2800\u3164An\u115fna",
  "\ufff9x\u{e0041}\ufffd\ufffe",
] as const;

/** Nothing of these is left to be shown. */
export const BLANKS = ["\u200b\u200d", " \t\n", "\u202e\u0000", "\u3164\u2800", "\u00ad"] as const;

/** Lines of chat, each harmful in more than one way, and none longer than may be: two people can say them at once. */
export const LINES = [
  "<script>p()</script><script src=//127.0.0.2/x.js></script><img src=x onerror=p()><img src='//127.0.0.2/x.png'><body onload=p()><input autofocus onfocus=p()>",
  "<svg><animate onbegin=p() attributeName=x dur=1s></svg><svg><a xlink:href='javascript:p()'><text y=9>x</text></a></svg><math><mtext><style><img src=x onerror=p()></style></mtext></math><details open ontoggle=p()>",
  "javascript:p() data:text/html,<script>p()</script> http://127.0.0.2/ [x](javascript:p()) {{constructor.constructor('p()')()}} ${p()} #{p()} <%= p() %> {%7*7%} $t(home.title) {{name}} %s %n $& $1 __proto__",
  `${"</textarea></title></style></script></b></li></ol></dialog>".repeat(4)}x`,
  "<iframe srcdoc='<script>parent.p()</script>'></iframe><object data=//127.0.0.2></object><base href=//127.0.0.2/><meta http-equiv=refresh content='0;url=//127.0.0.2/'><form action=//127.0.0.2><button formaction=javascript:p()>x</button></form>",
  "W".repeat(280),
  "\u{fdfd}".repeat(280),
  "\u{1f404}".repeat(280),
  `Z${"\u0335\u0489\u0310".repeat(93)}`,
  "a\u0000b\u0007\u001b[31mc\r\n\td\u0085e\u2028f\u2029g\ufff9h \u202etxet sdrawkcab\u202c \u2066\u2067x\u2069 \u05d0\u05d1\u05d2 \u0645\u0631\u062d\u0628\u0627 \u200b\u200d\ufeff\u2060",
] as const;

const printable = (text: string): string => text.replaceAll(/(?! )[\p{C}\p{Z}]/gu, "").replaceAll(/([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu, "$1");

/** What is shown of a name: what does not show is left out, and so is what is too long. */
export function shownName(typed: string): string {
  const kept = printable(typed).replaceAll(/[\u115f\u1160\u2800\u3164\uffa0]/g, "");
  return Array.from(kept.split(" ").filter(Boolean).join(" ")).slice(0, 24).join("").trim();
}

export const shownLine = (said: string): string => printable(said).trim();

export interface Guarded extends Window {
  /** Find that nothing has run, nothing has opened or been asked for elsewhere, and that everything has its place. */
  readonly unharmed: (what: string) => Promise<void>;
}

/** A window in which whatever runs is noticed. */
export async function guarded(browser: Browser, device: object, locale: string, origin: string): Promise<Guarded> {
  const window = await opened(browser, device, locale);
  const { page, context, complaints } = window;
  const harm: string[] = [];
  await context.exposeFunction(TRAP, () => void harm.push("a payload ran"));
  context.on("dialog", (dialog) => {
    harm.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("data:")) harm.push(`asked for ${url}`);
  });
  context.on("page", (other) => void harm.push(`opened ${other.url()}`));
  return {
    ...window,
    unharmed: async (what) => {
      expect(harm, what).toEqual([]);
      expect(complaints, what).toEqual([]);
      expect(await page.title(), what).toMatch(/^[^<>{}$]*$/);
      expect(await strangers(page), `${what}: elements and links that nobody made`).toEqual([]);
      expect(await overflow(page), `${what} breaks out of the window`).toEqual([]);
    },
  };
}

/** What a page of ours never has: scripts in the text, handlers in attributes, links elsewhere. */
async function strangers(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const foreign = "body iframe, body object, body embed, body base, body math, body style, body meta, #root script";
    const found = [...document.querySelectorAll(foreign)].map((one) => one.outerHTML);
    for (const one of document.querySelectorAll("*")) {
      for (const { name, value } of one.attributes) {
        const leads = ["href", "src", "action", "formaction", "xlink:href"].includes(name) && /^\s*(?:javascript|data:text|vbscript|\/\/|https?:)/i.test(value);
        if (name.startsWith("on") || (leads && !value.startsWith(location.origin))) found.push(`${one.tagName} ${name}=${value}`);
      }
    }
    return found;
  });
}

/** Whatever makes the page wider than the window, or lines wider than their list by more than is rounded, told by name. */
async function overflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const dialogs = [...document.querySelectorAll("dialog[open], dialog[open] *")].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX));
    const lists = [...document.querySelectorAll(".lines, .story"), ...dialogs].filter((one) => one.scrollWidth > one.clientWidth + 1);
    if (lists.length > 0) return lists.map((one) => `${one.className}: ${one.scrollWidth} > ${one.clientWidth}`);
    // On a phone a page that is too wide makes its window wider; what is seen at once stays as wide as the screen.
    const width = Math.min(innerWidth, (visualViewport?.width ?? innerWidth) * (visualViewport?.scale ?? 1));
    if (document.documentElement.scrollWidth <= width + 1) return [];
    const wide = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > width + 1);
    return [`${document.documentElement.scrollWidth} > ${width}`, ...wide.slice(0, 8).map((one) => `${one.tagName}.${one.className.toString()}`)];
  });
}
