/** How much larger than on a desk things are on a television, which is seen from the sofa. */
import { useSyncExternalStore } from "react";

/** A screen of this width, in pixels, is drawn as it is: half of 1920, of whose 120 rem each has 16 pixels. */
const WIDTH = 960;
const HEIGHT = 540;

function listen(changed: () => void): () => void {
  addEventListener("resize", changed);
  return () => removeEventListener("resize", changed);
}

export function useScale(): number {
  return useSyncExternalStore(listen, () => Math.min(innerWidth / WIDTH, innerHeight / HEIGHT));
}
