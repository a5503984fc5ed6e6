/** How the faces on the plank move when somebody bids or passes, and before the last call. Their places are in auction/Floor.css. */
import { EASES } from "../../../theatre/poses";
import type { CallsScene, LeanScene } from "./scenes";

/** What moves, by its selector, and how: by `transform` and `opacity` alone. */
export interface Move {
  readonly what: string;
  readonly frames: readonly Keyframe[];
  readonly delay: number;
  readonly lasts: number;
}

/** Of 56 pixels, as wide as a face is: 8 up, 16 back, and 6 forward. */
const UP = "translateY(-14%)";
const BACK = "translateY(28%) scale(0.82)";
const FORWARD = "translateY(-11%) scale(1.04)";
const STANDS = "translateY(0)";

const SWINGS = 180;
const HOPS = 260;
const STEPS_BACK = 220;
/** Between those who call in the same step. */
const APART = 90;
/** Before the last call. */
const LEANS = 900;

export function lasting(scene: CallsScene | LeanScene): number {
  return scene.scene === "lean" ? LEANS : HOPS + APART * (scene.calls.length - 1);
}

function called({ calls }: CallsScene): readonly Move[] {
  return calls.flatMap(({ seat, call }, place): readonly Move[] => {
    const delay = place * APART;
    const face = `[data-bidder="${seat}"]`;
    if (call !== "bid") {
      const shakes = call === "broke" ? [{ transform: "translateX(-7%)" }, { transform: "translateX(7%)" }] : [];
      return [{ what: face, delay, lasts: STEPS_BACK, frames: [{ transform: STANDS, opacity: 1, easing: EASES.out }, ...shakes, { transform: BACK, opacity: 0.6 }] }];
    }
    return [
      { what: face, delay, lasts: HOPS, frames: [{ transform: STANDS, easing: EASES.out }, { transform: UP, offset: 0.4, easing: EASES.in }, { transform: STANDS }] },
      { what: `${face} .paddle`, delay, lasts: SWINGS, frames: [{ transform: "rotate(-50deg)", opacity: 0, easing: EASES.pop }, { opacity: 1, offset: 0.3 }, { transform: "rotate(8deg)", opacity: 1 }] },
    ];
  });
}

export function movesOf(scene: CallsScene | LeanScene): readonly Move[] {
  if (scene.scene === "calls") return called(scene);
  return [{ what: ".bidder:not(.out)", delay: 0, lasts: LEANS, frames: [{ transform: STANDS, easing: EASES.both }, { transform: FORWARD, offset: 0.35 }, { transform: FORWARD }] }];
}

/** Set them in motion, once the step that they belong to is drawn; returns how to end it. */
export function moved(scene: CallsScene | LeanScene, rate: number): () => void {
  let begun: readonly Animation[] = [];
  const frame = requestAnimationFrame(() => {
    begun = movesOf(scene).flatMap(({ what, frames, delay, lasts }) =>
      [...document.querySelectorAll(`.floor ${what}`)].map((one) => one.animate([...frames], { delay: delay / rate, duration: lasts / rate, fill: "both" })),
    );
  });
  return () => {
    cancelAnimationFrame(frame);
    for (const one of begun) one.cancel();
  };
}
