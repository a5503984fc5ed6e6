/** Whether there is no room for the log and the chat beside the stage: they are in a drawer then. */
import { useSyncExternalStore } from "react";

/** `--drawer` of the style sheets. */
const DRAWER = matchMedia("(max-width: 1023px), (max-height: 500px)");

function listen(changed: () => void): () => void {
  DRAWER.addEventListener("change", changed);
  return () => DRAWER.removeEventListener("change", changed);
}

export function useDrawer(): boolean {
  return useSyncExternalStore(listen, () => DRAWER.matches);
}
