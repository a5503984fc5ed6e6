/** Faces that people show by one tap. Each travels as a text, so that older pages show its sign. */
import type { Emote } from "../../protocol/types";

export const FACES = { "😂": "laugh", "😮": "wow", "🤔": "hmm", "😭": "sob", "😠": "grr", "😉": "wink" } as const satisfies Record<Emote, string>;

export const EMOTES = Object.keys(FACES) as readonly Emote[];

export type Face = (typeof FACES)[Emote];

/** The face that a text of the chat stands for, if it is one. */
export function faceOf(text: string | null): Face | null {
  return text !== null && text in FACES ? FACES[text as Emote] : null;
}

export const pictureOf = (face: Face): string => `/art/emote-${face}.svg`;

/** The face that a seat makes at something that all have seen. */
export interface Reaction {
  readonly seat: number;
  readonly emote: Emote;
}

/** The first of some seats, clockwise from another. */
export function nextOf(seats: readonly number[], after: number): number | undefined {
  return seats.find((seat) => seat > after) ?? seats.find((seat) => seat !== after);
}
