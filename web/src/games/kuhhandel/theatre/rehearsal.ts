/** For tests: what is played of a step that a seat was shown (see twins.ts), and when. */
import type { GameView } from "../../../protocol/types";
import { EMPTY, type TableState } from "../../../model/table/store";
import type { Act, Sounding } from "../../../theatre/curtain";
import type { Game } from "../../../model/game/game";
import { type Sight, twinsOf } from "../../twins";
import { direct } from "./direct";
import type { Scene } from "./scenes";
import { kuhhandelView } from "../view";

/** The act on a table where all of it happens at once: whatever is in a herd of four has only just come there. */
export function actOf({ events, view }: Sight): Act<Scene> | null {
  const seen = kuhhandelView(view);
  if (seen === null) return null;
  const state = (now: object, seq: number): TableState => ({ ...EMPTY, table: "t", seq, events, view: { phase: { phase: "turn" }, rules: { scoring: "multiply" }, ...now } as unknown as GameView });
  return direct(state({ ...seen, seats: seen.seats.map((seat) => ({ ...seat, herd: {} })) }, 1), state(seen, 2), true);
}

/** All that somebody who looks at a clock can notice of it. */
export function timed(sight: Sight): unknown {
  const act = actOf(sight);
  return act === null ? null : [act.sounds, act.holds, act.entries.map(({ scene, from, to }) => [scene.scene, from, to])];
}

/** Sounds of scenes that their steps do not have, or that come too late. */
export function unheardOf(game: string, cuesOf: Game["cuesOf"]): readonly Sounding[] {
  return twinsOf(game)
    .flat()
    .flatMap((sight) => {
      // A stamp is heard whenever there is one.
      const left = [...cuesOf(sight.events, sight.view), "quartet", "quartet"];
      const act = actOf(sight);
      const ends = Math.max(0, ...(act?.entries.map(({ to }) => to) ?? []));
      return (act?.sounds ?? []).filter(([at, sound]) => {
        const place = left.indexOf(sound);
        if (place >= 0) left.splice(place, 1);
        return place < 0 || at > ends;
      });
    });
}
