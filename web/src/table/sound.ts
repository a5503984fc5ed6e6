/** Small noises, made by the browser itself. They are muted or not on this device. */
import { create } from "zustand";
import { keep, kept } from "../storage";

export type Noise = "bid" | "call" | "gavel" | "turn" | "soon" | "refused" | "coins" | "slap" | "fanfare" | "rat";

const KEPT = "kuhstall.muted";

/** Tones of each noise: hertz, when it starts and how long it lasts (seconds). */
const TONES: Readonly<Record<Noise, readonly (readonly [number, number, number])[]>> = {
  bid: [[660, 0, 0.09]],
  call: [[330, 0, 0.12]],
  gavel: [
    [180, 0, 0.09],
    [140, 0.1, 0.16],
  ],
  turn: [
    [523, 0, 0.12],
    [784, 0.13, 0.2],
  ],
  soon: [
    [880, 0, 0.1],
    [880, 0.22, 0.1],
  ],
  refused: [[160, 0, 0.2]],
  coins: [
    [1320, 0, 0.06],
    [1560, 0.07, 0.06],
    [1760, 0.14, 0.12],
  ],
  slap: [
    [120, 0, 0.05],
    [90, 0.02, 0.14],
  ],
  fanfare: [
    [523, 0, 0.1],
    [659, 0.1, 0.1],
    [784, 0.2, 0.24],
  ],
  rat: [
    [392, 0, 0.12],
    [330, 0.13, 0.12],
    [262, 0.26, 0.26],
  ],
};

interface SoundState {
  readonly muted: boolean;
  readonly mute: (muted: boolean) => void;
}

export const useSound = create<SoundState>((set) => ({
  muted: kept(KEPT) === "yes",
  mute: (muted) => {
    keep(KEPT, muted ? "yes" : "no");
    set({ muted });
  },
}));

let audio: AudioContext | undefined;

/** Browsers make no sound before the first touch of the page. */
function unlock(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

export function unlockSound(): () => void {
  addEventListener("pointerdown", unlock);
  addEventListener("keydown", unlock);
  return () => {
    removeEventListener("pointerdown", unlock);
    removeEventListener("keydown", unlock);
  };
}

export function play(noise: Noise): void {
  if (audio?.state !== "running" || useSound.getState().muted) return;
  for (const [pitch, start, length] of TONES[noise]) {
    const at = audio.currentTime + start;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0.12 });
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
