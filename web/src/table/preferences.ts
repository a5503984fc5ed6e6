/** How somebody likes to play, on this device. */
import { create } from "zustand";
import { keep, kept } from "../storage";

/** When a secret offer is asked about once more before it is laid. */
export const CONFIRMS = ["phone", "always", "never"] as const;
/** How fast cards move. */
export const SPEEDS = ["calm", "normal", "fast", "none"] as const;

export type Confirm = (typeof CONFIRMS)[number];
export type Speed = (typeof SPEEDS)[number];

interface Preferences {
  readonly confirm: Confirm;
  readonly speed: Speed;
  /** Whether the title of a tab that nobody looks at blinks when it is their turn. */
  readonly blink: boolean;
}

interface Choosing extends Preferences {
  readonly choose: (chosen: Partial<Preferences>) => void;
}

const KEPT = "kuhstall.preferences";
const USUAL: Preferences = { confirm: "phone", speed: "normal", blink: false };

/** How much longer or shorter than usual a movement takes. */
const FACTORS: Readonly<Record<Speed, number>> = { calm: 1.8, normal: 1, fast: 0.5, none: 0 };

/** Read what was kept; anything that is not a choice of today is as usual. */
export function read(text: string | null): Preferences {
  let found: Record<string, unknown> = {};
  try {
    found = (JSON.parse(text ?? "{}") ?? {}) as Record<string, unknown>;
  } catch {
    // Somebody else's writing.
  }
  return {
    confirm: CONFIRMS.find((one) => one === found["confirm"]) ?? USUAL.confirm,
    speed: SPEEDS.find((one) => one === found["speed"]) ?? USUAL.speed,
    blink: found["blink"] === true,
  };
}

function apply(speed: Speed): void {
  document.documentElement.dataset["speed"] = speed;
}

export const usePreferences = create<Choosing>((set, get) => ({
  ...read(kept(KEPT)),
  choose: (chosen) => {
    set(chosen);
    const { confirm, speed, blink } = get();
    keep(KEPT, JSON.stringify({ confirm, speed, blink }));
    apply(speed);
  },
}));

apply(usePreferences.getState().speed);

/** How long a movement takes that usually takes this many milliseconds; 0: leave it out. */
export function paced(milliseconds: number): number {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return milliseconds * FACTORS[usePreferences.getState().speed];
}
