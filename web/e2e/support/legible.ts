/** What cannot be read from a sofa: text that is too small, cut, or written over. */
import type { Page } from "playwright-core";

/** Of 1080 lines, as many as a text must be high at the least. */
const LEAST = 28;

/** Look at every text that can be seen; runs inside the page. */
function looked(least: number): readonly string[] {
  interface Text {
    readonly what: string;
    readonly box: DOMRect;
    readonly layer: Element | null;
  }
  const OVER = ".tv-happening, .tv-quartet, .tv-halted, .tv-actors";
  const problems: string[] = [];
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent?.trim() ?? "";
    if (words === "" || element === null || element.closest(".visually-hidden, svg, script, style, noscript") !== null || !element.checkVisibility()) continue;
    range.selectNodeContents(node);
    // A font is higher than its letters, and than a line may be.
    const [letters, lines] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    const top = Math.max(letters.top, lines.top);
    const box = new DOMRect(letters.left, top, letters.width, Math.max(0, Math.min(letters.bottom, lines.bottom) - top));
    const what = `"${words}" in ${element.className || element.tagName}`;
    const layer = element.closest<HTMLElement>(OVER);
    const scale = layer?.matches(".tv-actors") === true ? new DOMMatrix(getComputedStyle(layer).transform).a : 1;
    const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < (least * innerHeight) / 1080 - 0.1) problems.push(`${what} has ${size} pixels`);
    if (layer?.matches(".tv-actors") === true) continue; // it flies
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      const clips = around === document.documentElement || getComputedStyle(around).overflow !== "visible";
      const edge = around === document.documentElement ? new DOMRect(0, 0, innerWidth, innerHeight) : around.getBoundingClientRect();
      if (clips && (box.left < edge.left - 2 || box.right > edge.right + 2 || box.top < edge.top - 2 || box.bottom > edge.bottom + 2)) problems.push(`${what} is cut by ${around.className || around.tagName}`);
    }
    texts.push({ what, box, layer });
  }
  const most = 4;
  for (const [place, one] of texts.entries()) {
    for (const other of texts.slice(place + 1)) {
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // The boxes of two lines touch each other, their letters do not.
      if (one.layer === other.layer && wide > most && high > most * 2) problems.push(`${one.what} is over ${other.what}`);
    }
  }
  const main = document.querySelector(".tv-main");
  if (document.documentElement.scrollWidth > innerWidth || (main !== null && main.scrollWidth > main.clientWidth + 1)) problems.push("it is wider than the screen");
  return problems;
}

export async function illegible(page: Page): Promise<readonly string[]> {
  return page.evaluate(looked, LEAST);
}
