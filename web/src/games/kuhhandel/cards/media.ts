/** Whether the screen is small: money then lies in stacks instead of a fan. */
import { useSyncExternalStore } from "react";

const SMALL = matchMedia("(max-width: 760px), (max-height: 500px)");

function listen(changed: () => void): () => void {
  SMALL.addEventListener("change", changed);
  return () => SMALL.removeEventListener("change", changed);
}

export function useSmall(): boolean {
  return useSyncExternalStore(listen, () => SMALL.matches);
}
