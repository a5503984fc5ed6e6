/** How somebody likes to play, on this device. */
import { create } from "zustand";
import type { TempoName } from "../../protocol/types";
import { keep, kept } from "../../lib/storage";

/** When a secret offer is asked about once more before it is laid. */
export const CONFIRMS = ["phone", "always", "never"] as const;
/** How fast cards move, and bots and calls where one is alone with bots. */
export const TEMPOS = ["calm", "normal", "fast"] as const satisfies readonly TempoName[];

/** How good bots are where nobody names one, the easiest first. */
export const LEVELS = ["easy", "medium", "hard"] as const;

export type Confirm = (typeof CONFIRMS)[number];
export type Level = (typeof LEVELS)[number];

interface Preferences {
  readonly confirm: Confirm;
  readonly tempo: TempoName;
  /** How good the bots are at a table that is opened at one tap. */
  readonly level: Level;
  /** Whether anything moves at all. */
  readonly moves: boolean;
  /** Whether the title of a tab that nobody looks at blinks when it is their turn. */
  readonly blink: boolean;
  /** Whether bots make faces at what happens. */
  readonly faces: boolean;
}

interface Choosing extends Preferences {
  readonly choose: (chosen: Partial<Preferences>) => void;
}

const KEPT = "kuhstall.preferences";
/** Whoever has never chosen is here for the first time, and shall have a chance. */
const USUAL: Preferences = { confirm: "phone", tempo: "normal", level: "easy", moves: true, blink: false, faces: true };

/** How much longer or shorter than usual things take, as the server has it. */
export const FACTORS: Readonly<Record<TempoName, number>> = { calm: 1.6, normal: 1, fast: 0.5 };

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
    tempo: TEMPOS.find((one) => one === found["tempo"]) ?? USUAL.tempo,
    level: LEVELS.find((one) => one === found["level"]) ?? USUAL.level,
    // Before there was a tempo, cards had a speed of their own, which could be none.
    moves: found["moves"] !== false && found["speed"] !== "none",
    blink: found["blink"] === true,
    faces: found["faces"] !== false,
  };
}

function apply({ tempo, moves }: Preferences): void {
  document.documentElement.dataset["speed"] = moves ? tempo : "none";
}

export const usePreferences = create<Choosing>((set, get) => ({
  ...read(kept(KEPT)),
  choose: (chosen) => {
    set(chosen);
    const { confirm, tempo, level, moves, blink, faces } = get();
    keep(KEPT, JSON.stringify({ confirm, tempo, level, moves, blink, faces }));
    apply(get());
  },
}));

apply(usePreferences.getState());

/** Who has chosen the level: the player; otherwise it is the one that was suggested last. */
const CHOSEN = "kuhstall.level";

export function chooseLevel(level: Level, by: "player" | "suggestion"): void {
  keep(CHOSEN, by === "player" ? by : level);
  usePreferences.getState().choose({ level });
}

/** Whether the player has chosen the level by hand: then no suggestion changes it. */
export function isOwnLevel(): boolean {
  return (kept(CHOSEN) ?? USUAL.level) !== usePreferences.getState().level;
}

/** How long a movement takes that usually takes this many milliseconds; 0: leave it out. */
export function paced(milliseconds: number): number {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  const { tempo, moves } = usePreferences.getState();
  return moves ? milliseconds * FACTORS[tempo] : 0;
}
