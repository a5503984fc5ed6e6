/** What is heard and felt at a table, as somebody likes it on this device. What makes the sounds is fetched late. */
import { create } from "zustand";
import type { Load } from "../model/game/game";
import type { Sounds } from "../sound/common";
import type { Player } from "../sound/player";
import { keep, kept } from "../lib/storage";

const MUTED = "kuhstall.muted";
const VOLUME = "kuhstall.volume";
const STILL = "kuhstall.still";
const USUAL = 60;
/** The first table comes first. */
const LATER = 4000;

interface SoundState {
  readonly muted: boolean;
  /** 0 to 100. */
  readonly volume: number;
  /** The device does not shake. */
  readonly still: boolean;
  readonly mute: (muted: boolean) => void;
  readonly turnTo: (volume: number) => void;
  readonly hold: (still: boolean) => void;
}

/** Read a volume that was kept; anything else is as usual. */
export function volumeOf(text: string | null): number {
  const found = text === null || text === "" ? Number.NaN : Number(text);
  return found >= 0 && found <= 100 ? found : USUAL;
}

export const useSound = create<SoundState>((set) => ({
  muted: kept(MUTED) === "yes",
  volume: volumeOf(kept(VOLUME)),
  still: kept(STILL) === "yes",
  mute: (muted) => {
    keep(MUTED, muted ? "yes" : "no");
    set({ muted });
  },
  turnTo: (volume) => {
    keep(VOLUME, String(volume));
    set({ volume });
  },
  hold: (still) => {
    keep(STILL, still ? "yes" : "no");
    set({ still });
  },
}));

let audio: AudioContext | undefined;
let player: Player | undefined;
let wanted: Load<Sounds> | undefined;

/** Fetch what makes the sounds, once somebody has touched the page: nothing is heard before. */
function fetchSounds(): void {
  const own = wanted;
  if (own === undefined || audio === undefined || useSound.getState().muted) return;
  const context = audio;
  wanted = undefined;
  Promise.all([import("../sound/player"), own()])
    .then(([made, sounds]) => {
      player = made.player(context, sounds.default);
    })
    // Without a connection it stays quiet.
    .catch(() => undefined);
}

function touched(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return userActivation?.hasBeenActive === true;
}

/** Browsers make no sound before the first touch of the page. */
function unlock(): void {
  audio ??= new AudioContext();
  void audio.resume();
  fetchSounds();
}

/** Get ready for the sounds of a table. */
export function unlockSound(sounds: Load<Sounds>): () => void {
  const timer = setTimeout(() => {
    wanted = sounds;
    // Whoever has come by a tap has touched the page before there was a table.
    if (audio !== undefined || touched()) unlock();
  }, LATER);
  addEventListener("pointerdown", unlock);
  addEventListener("keydown", unlock);
  return () => {
    clearTimeout(timer);
    wanted = undefined;
    player = undefined;
    removeEventListener("pointerdown", unlock);
    removeEventListener("keydown", unlock);
  };
}

let hushed = false;

/** Leave the sounds to a big screen in the same room. What is felt stays. */
export function hush(on: boolean): void {
  hushed = on;
}

export function play(...names: readonly string[]): void {
  const { muted, volume } = useSound.getState();
  if (hushed || muted || volume === 0 || audio?.state !== "running") return;
  // What comes before they are there is not heard: late it would only confuse.
  if (player === undefined) fetchSounds();
  else player.play(names, volume / 100);
}

export function canShake(): boolean {
  return "vibrate" in navigator;
}

/** Browsers complain about a page that shakes a device which nobody has touched. */
export function shake(milliseconds: number): void {
  if (canShake() && touched() && !useSound.getState().still) navigator.vibrate(milliseconds);
}
