/** Pictures of those who sit at a table. */
import type { PlaceView } from "../protocol/types";

export function portrait(place: PlaceView, seat: number, you: number | null): string {
  if (seat === you) return "/art/cow-face.svg";
  if (place.kind === "bot") return "/art/robot.svg";
  return seat % 2 === 1 ? "/art/farmer-w.svg" : "/art/farmer.svg";
}
