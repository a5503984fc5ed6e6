/** Cover private content when the page is hidden or loses the focus, and after a while without input. */
import { useEffect, useRef } from "react";

/** Milliseconds: long enough to pick a card, too short for a neighbour. */
export const IDLE = 8000;

export function useAutoCover(open: boolean, cover: () => void, idle?: number): void {
  const latest = useRef(cover);
  useEffect(() => {
    latest.current = cover;
  });
  useEffect(() => {
    if (!open) return undefined;
    const end = (): void => latest.current();
    const look = (): void => {
      if (document.visibilityState === "hidden") end();
    };
    let timer = idle === undefined ? undefined : setTimeout(end, idle);
    const touched = (): void => {
      if (idle === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(end, idle);
    };
    addEventListener("blur", end);
    addEventListener("pagehide", end);
    document.addEventListener("visibilitychange", look);
    document.addEventListener("pointerdown", touched, true);
    document.addEventListener("keydown", touched, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("blur", end);
      removeEventListener("pagehide", end);
      document.removeEventListener("visibilitychange", look);
      document.removeEventListener("pointerdown", touched, true);
      document.removeEventListener("keydown", touched, true);
    };
  }, [open, idle]);
}
