/** What is wrong with how a page is laid out: looked for in the page itself, in any state, at any size. */
import type { Page } from "playwright-core";

/** Runs inside the page: one line for each flaw. `touch`: fingers need 44 px. */
function found(touch: boolean): readonly string[] {
  const flaws = new Set<string>();
  const SIZE = 44;
  /** What one has to see while one decides: own money, price, the lot and its value, what an offer consists of. */
  const NEEDED = ".own-money .money-card, .own-money b, .bid-amount, .bidder.leads .paddle, [data-lot], .offer .backs";
  const page = { width: document.documentElement.clientWidth, height: innerHeight };

  function name(element: Element): string {
    const classes = typeof element.className === "string" ? element.className.split(/\s+/).filter(Boolean).slice(0, 2).map((one) => `.${one}`).join("") : "";
    const text = (element.getAttribute("aria-label") ?? element.textContent).trim().replaceAll(/\s+/g, " ").slice(0, 30);
    return `${element.localName}${classes} “${text}”`;
  }

  const styles = new Map<Element, CSSStyleDeclaration>();
  function style(element: Element): CSSStyleDeclaration {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  }

  /** The part of a rectangle that its surroundings leave to be seen, or null. `scrolled`: it can be scrolled to. */
  function seen(element: Element, rectangle: DOMRect): { readonly rect: DOMRect; readonly scrolled: boolean } | null {
    let { left, right, top, bottom } = rectangle;
    let scrolled = false;
    for (let up = element.parentElement; up !== null; up = up.parentElement) {
      const { overflowX, overflowY } = style(up);
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (up === document.body || up === document.documentElement) continue;
      const frame = up.getBoundingClientRect();
      const scrolls = /auto|scroll/.test(overflowX + overflowY);
      if (scrolls && (left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1)) scrolled = true;
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
    }
    if (right - left < 1 || bottom - top < 1) return null;
    return { rect: new DOMRect(left, top, right - left, bottom - top), scrolled };
  }

  const isHidden = (element: Element): boolean => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const dialog = [...document.querySelectorAll("dialog[open]")].findLast((one) => one.matches(":modal"));
  const root = dialog ?? document.body;
  /** Texts for screen readers only take one pixel. */
  const isForReaders = (rect: DOMRect): boolean => rect.width <= 2 || rect.height <= 2;

  // Sideways scroll.
  const wide = document.scrollingElement?.scrollWidth ?? 0;
  if (wide > page.width + 1) flaws.add(`sideways: the page is ${wide} px wide, and ${page.width} are there`);

  // Cut text.
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || node.nodeValue?.trim() === "" || isHidden(parent) || parent.closest("svg, option, [aria-hidden=true]")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (isForReaders(parent.getBoundingClientRect()) || isForReaders(text)) continue;
    const clipped = seen(node.parentElement as Element, text);
    const own = style(parent);
    const box = parent.getBoundingClientRect();
    const cuts = own.overflowX !== "visible" && !/auto|scroll/.test(own.overflowX) && text.right > box.right + 1;
    if (clipped === null) continue;
    if (!clipped.scrolled && (cuts || clipped.rect.width < text.width - 1.5 || clipped.rect.height < text.height * 0.75)) flaws.add(`cut: ${name(parent)}`);
    else if (!clipped.scrolled && (text.right > page.width + 1 || text.left < -1)) flaws.add(`off: ${name(parent)}`);
  }

  // Controls: nothing lies over them, and fingers meet them.
  const PRESSED = "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]";
  const isPartOf = (hit: Element | null, control: Element): boolean => {
    if (hit === null) return false;
    if (control.contains(hit)) return true;
    const label = hit.closest("label");
    return label !== null && (label.control === control || label.contains(control));
  };
  /** What lies over a control, in its middle or at a corner. */
  function covering(control: Element, { left, right, top, bottom }: DOMRect, inset: number, inText: boolean): Element | null {
    const middle = [(left + right) / 2, (top + bottom) / 2] as const;
    const corners = [[left + inset, top + inset], [right - inset, top + inset], [left + inset, bottom - inset], [right - inset, bottom - inset]] as const;
    const hits = (inText ? [middle] : [middle, ...corners]).map(([px, py]) => document.elementFromPoint(px, py));
    return hits.find((hit) => hit !== null && !isPartOf(hit, control) && !hit.contains(control)) ?? null;
  }
  const scrollable = dialog === undefined && (document.scrollingElement?.scrollHeight ?? 0) > page.height;
  function isFree(control: Element, inset: number, inText: boolean): boolean {
    const before = scrollY;
    control.scrollIntoView({ block: "center", behavior: "instant" });
    const free = covering(control, control.getBoundingClientRect(), inset, inText) === null;
    scrollTo(0, before);
    return free;
  }
  /** A card in a fan is covered by the next one, but for a strip as wide as a finger. */
  function isFanned(over: Element, control: Element, { left, top, bottom }: DOMRect): boolean {
    const next = over.closest(PRESSED);
    if (next === null || control.closest("li")?.parentElement !== next.closest("li")?.parentElement) return false;
    const strip = touch ? SIZE : SIZE / 2;
    // Fans are turned a little: at its very edge a card is not where its box is.
    return [6, strip / 2, strip - 4].every((px) => isPartOf(document.elementFromPoint(left + px, (top + bottom) / 2), control));
  }
  for (const control of root.querySelectorAll(PRESSED)) {
    if (isHidden(control) || control.matches(":disabled") || control.closest("[inert]")) continue;
    const whole = control.getBoundingClientRect();
    if (isForReaders(whole)) continue;
    const inText = control.localName === "a" && style(control).display === "inline";
    const shown = seen(control, whole);
    if (shown === null || shown.rect.bottom > page.height || shown.rect.top < 0 || shown.scrolled) continue;
    const { left, right, top, bottom } = shown.rect;
    if (right > page.width + 1 || left < -1) flaws.add(`off: ${name(control)}`);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const radius = Math.min(parseFloat(style(control).borderTopLeftRadius) || 0, whole.width / 2, whole.height / 2);
    const inset = 2 + radius * 0.3;
    const over = covering(control, shown.rect, inset, inText);
    // What sticks to the edge of a page lies over what one can scroll out from under it, and a landscape can be moved.
    if (over !== null && control.closest("[role=grid]") === null && !(scrollable && isFree(control, inset, inText)) && !isFanned(over, control, shown.rect)) flaws.add(`over: ${name(over)} lies over ${name(control)}`);
    if (!touch || inText) continue;
    const reach = (dx: number, dy: number): boolean => isPartOf(document.elementFromPoint(x + dx, y + dy), control);
    const half = SIZE / 2 - 1;
    const label = control.closest("label") ?? (control.id === "" ? null : document.querySelector(`label[for="${CSS.escape(control.id)}"]`));
    const around = label === null ? whole : label.getBoundingClientRect();
    const width = Math.max(around.width, whole.width);
    const height = Math.max(around.height, whole.height);
    const narrow = width < SIZE - 0.5 && !(reach(-half, 0) && reach(half, 0));
    const low = height < SIZE - 0.5 && !(reach(0, -half) && reach(0, half));
    if (narrow || low) flaws.add(`small: ${name(control)} is ${Math.round(width)}×${Math.round(height)} px`);
  }

  // On an upright phone every seat that has 90 px has a face, and four cards of a hand are seen without scrolling.
  const upright = page.width <= 760 && page.height > 500;
  for (const seat of upright ? root.querySelectorAll(".seats .seat") : []) {
    const face = seat.querySelector(".portrait")?.getBoundingClientRect().width ?? 0;
    if (seat.getBoundingClientRect().width >= 90 && face < 28) flaws.add(`faceless: ${name(seat)}`);
  }
  for (const card of upright ? [...root.querySelectorAll(".own-hand .pattern-card")].slice(0, 4) : []) {
    const part = seen(card, card.getBoundingClientRect());
    if (part === null || part.rect.width < SIZE - 1) flaws.add(`unseen: ${name(card)}`);
  }

  // What one decides by is not covered, not even by what lets presses through.
  if (dialog === undefined && document.querySelector(".bar:not(.quiet)") !== null) {
    // Not an element: the content policy of a server forbids those.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { pointer-events: auto !important }");
    document.adoptedStyleSheets.push(sheet);
    const paints = (element: Element): boolean => {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const alpha = /rgba\(.*[,/] *0\)/.test(backgroundColor) || backgroundColor === "transparent";
      return Number(opacity) > 0.05 && (!alpha || backgroundImage !== "none" || element.matches("img, svg, svg *, canvas"));
    };
    for (const needed of document.querySelectorAll(NEEDED)) {
      if (isHidden(needed)) continue;
      const rect = needed.getBoundingClientRect();
      if (isForReaders(rect)) continue;
      const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
      const all = document.elementsFromPoint(x, y);
      const at = all.findIndex((one) => needed.contains(one) || one.contains(needed));
      const over = all.slice(0, Math.max(at, 0)).find((one) => paints(one) && !one.closest(NEEDED));
      if (over !== undefined) flaws.add(`covers: ${name(over)} lies on ${name(needed)}`);
    }
    document.adoptedStyleSheets.pop();
  }
  return [...flaws];
}

export async function flaws(page: Page, touch: boolean): Promise<readonly string[]> {
  return page.evaluate(found, touch);
}
