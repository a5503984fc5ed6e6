/** Plays sounds. It is fetched when there is a table and somebody has touched it: before, no browser lets it be heard. */
import { COMMON, type Sounds } from "./common";
import { RATE } from "./synth";

/** Seconds between what begins together. */
const APART = 0.3;

export interface Player {
  play(names: readonly string[], volume: number): void;
}

export function player(audio: AudioContext, own: Sounds): Player {
  const sounds: Sounds = { ...COMMON, ...own };
  const ready = new Map<string, AudioBuffer>();
  const bufferOf = (name: string): AudioBuffer | undefined => {
    const made = ready.get(name) ?? sounds[name]?.();
    if (made === undefined || made instanceof AudioBuffer) return made;
    const buffer = new AudioBuffer({ length: made.length, sampleRate: RATE });
    buffer.copyToChannel(made, 0);
    ready.set(name, buffer);
    return buffer;
  };
  return {
    play: (names, volume) => {
      for (const [place, name] of names.entries()) {
        // A sound, and how much higher than it is made: in steps of 24 an octave.
        const [sound = "", higher = "0"] = name.split("+");
        const buffer = bufferOf(sound);
        if (buffer === undefined) continue;
        const source = new AudioBufferSourceNode(audio, { buffer, playbackRate: 2 ** (Number(higher) / 24) });
        // Ears hear the square of it.
        source.connect(new GainNode(audio, { gain: volume * volume })).connect(audio.destination);
        source.start(audio.currentTime + place * APART);
      }
    },
  };
}
