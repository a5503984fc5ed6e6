/** Whoever comes to another page by keyboard or ear begins at its heading. */
import { type RefObject, useEffect } from "react";

/** The first page is the browser's business. */
let first = true;

export function useArrival(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (first) {
      first = false;
      return;
    }
    const heading = page.current?.querySelector<HTMLElement>("h1");
    // A dialog that is open already has the focus for good reasons.
    if (heading == null || document.querySelector("dialog[open]") !== null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [page]);
}
