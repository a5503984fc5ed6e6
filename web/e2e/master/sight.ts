/** What lies over what on a page, and what is not on the screen at all. */
import type { Page } from "playwright-core";

/** Name what something lies over that nothing may lie over; a line's width is let pass. */
export async function covering(page: Page, what: string, beneath: string): Promise<readonly string[]> {
  return page.evaluate(
    ([above, below]) => {
      const over = document.querySelector(above)?.getBoundingClientRect();
      if (over === undefined) return ["nothing is there"];
      return [...document.querySelectorAll(below)]
        .filter((one) => {
          const box = one.getBoundingClientRect();
          const [wide, high] = [Math.min(over.right, box.right) - Math.max(over.left, box.left), Math.min(over.bottom, box.bottom) - Math.max(over.top, box.top)];
          return box.width > 0 && wide > 1 && high > 1;
        })
        .map((one) => `${one.className} ${one.textContent}`);
    },
    [what, beneath] as const,
  );
}

/** Name what of something is not wholly on the screen, or behind something else. */
export async function outOfSight(page: Page, what: string): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const all = [...document.querySelectorAll(selector)];
    if (all.length === 0) return ["nothing is there"];
    return all
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const on = box.width > 0 && box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + 3);
        return !on || top === null || !(one.contains(top) || top.contains(one) || one.parentElement?.contains(top) === true);
      })
      .map((one) => `${one.className} ${one.textContent}`);
  }, what);
}
