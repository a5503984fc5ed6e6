import { keepPlayed } from "../../model/score/played";
import { type Result, standing } from "../../model/score/score";
import { followSuggestion, levelAgainst } from "../../model/score/suggestion";
import type { PlaceView } from "../../protocol/types";
import { noteSolo } from "./noteSolo";

interface Ended {
  readonly table: string;
  readonly game: string;
  readonly places: readonly Pick<PlaceView, "kind" | "name" | "bot">[];
  readonly you: number;
  readonly result: Result;
}

/** Keep the end of a game for the list of one's own, in this browser, and play against bots that suit from now on. */
export function remember({ table, game, places, you, result }: Ended): void {
  noteSolo(table, places);
  const { rank, all } = standing(result, you);
  const others = places.flatMap(({ name = "" }, seat) => (seat === you ? [] : [name]));
  const points = result.scores[you]?.total ?? 0;
  const level = levelAgainst(places, you);
  keepPlayed({ table, game, at: Date.now(), rank, all, points, won: result.winners.includes(you), others, ...(level && { level }) });
  followSuggestion();
}
