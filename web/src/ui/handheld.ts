/** Whether the page is on a phone: a small touch screen. */
import { useSyncExternalStore } from "react";

const HANDHELD = matchMedia("(pointer: coarse) and (max-width: 760px), (pointer: coarse) and (max-height: 500px)");

function listen(changed: () => void): () => void {
  HANDHELD.addEventListener("change", changed);
  return () => HANDHELD.removeEventListener("change", changed);
}

export function useHandheld(): boolean {
  return useSyncExternalStore(listen, () => HANDHELD.matches);
}
