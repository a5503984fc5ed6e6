/** Where the focus goes when what had it is gone. */

/** Mark an element with this, and make it focusable. The last one on the page counts. */
export const REFUGE = { "data-refuge": "", tabIndex: -1 } as const;

/** Once the page is drawn, give a focus that nobody has to the refuge, so that nobody starts over at the top. */
export function takeRefuge(): void {
  requestAnimationFrame(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!lost) return;
    [...document.querySelectorAll<HTMLElement>("[data-refuge]")].at(-1)?.focus({ preventScroll: true });
  });
}
