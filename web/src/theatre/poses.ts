/** How something stands on the stage, and how it gets from there to elsewhere: by `transform` and `opacity` alone. */

export interface Pose {
  /** Where its middle is, in pixels of the window. */
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  /** In degrees. */
  readonly turn?: number;
  /** Looks to the other side. */
  readonly mirrored?: boolean;
  readonly opacity?: number;
}

export const EASES = {
  out: "cubic-bezier(.2, .8, .2, 1)",
  both: "cubic-bezier(.5, 0, .2, 1)",
  pop: "cubic-bezier(.3, 1.6, .5, 1)",
  in: "cubic-bezier(.6, 0, .9, .5)",
  slam: "cubic-bezier(.7, 0, 1, .6)",
  even: "linear",
} as const;
export type Ease = keyof typeof EASES;

/** A pose at a time, in milliseconds from the start of the scene, and how it goes on from there. */
export type Frame = readonly [at: number, pose: Pose, ease?: Ease];

/** Somebody in a scene. */
export interface Role {
  readonly key: string;
  readonly frames: readonly Frame[];
  /** From when to when it is turned over. */
  readonly turned?: readonly [from: number, to: number];
  /** How it stands for whoever wants nothing to move; without, it is left out then. */
  readonly still?: Pose;
}

export function transform({ x, y, scale = 1, turn = 0, mirrored = false }: Pose): string {
  const more = `${turn === 0 ? "" : ` rotate(${turn.toFixed(2)}deg)`}${scale === 1 ? "" : ` scale(${scale.toFixed(3)})`}`;
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)${more}${mirrored ? " scaleX(-1)" : ""}`;
}

/** The keyframes for a scene of this length. All are written out: nothing has to be measured on the way. */
export function keyframes(frames: readonly Frame[], length: number): Keyframe[] {
  let latest = 0;
  const made = frames.map(([at, pose, ease = "even"]) => {
    // A browser refuses to go back in time, and a scene is not worth a table.
    latest = Math.min(1, Math.max(latest, at / length));
    return { transform: transform(pose), opacity: pose.opacity ?? 1, easing: EASES[ease], offset: latest };
  });
  const [first] = made;
  const last = made.at(-1);
  if (first === undefined || last === undefined) return [];
  return [...(first.offset > 0 ? [{ ...first, easing: EASES.even, offset: 0 }] : []), ...made, ...(last.offset < 1 ? [{ ...last, offset: 1 }] : [])];
}
