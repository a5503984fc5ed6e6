/** Pictures of those who sit at a table: people have an animal, bots a face, whoever looks at them. */
import type { PlaceView } from "../../protocol/types";

/** One for each seat, so that everybody sees the same. */
const ANIMALS = ["sheep", "dog", "goat", "cat", "rooster", "pig"] as const;
/** The bots that have been drawn. */
const FACES = ["Bruno", "Clover", "Daisy", "Hansi", "Mina", "Pip", "Rosie", "Sepp", "Vera"];

export function portrait(place: PlaceView | undefined, seat: number): string {
  if (place?.kind !== "bot") return `/art/${ANIMALS[seat % ANIMALS.length]}.svg`;
  const { name = "" } = place;
  return FACES.includes(name) ? `/art/face-${name.toLowerCase()}.svg` : "/art/robot.svg";
}
