/**
 * The bots against which somebody wins about one game in three, by the games that this browser remembers. A level says
 * something only after some games, and what was suggested stays for as many: it does not jump back and forth.
 */
import type { PlaceView } from "../../protocol/types";
import { chooseLevel, isOwnLevel, type Level, LEVELS } from "../table/preferences";
import { type Played, playedGames } from "./played";

/** So many games against bots of a level say something, and so many are played before anything else is suggested. */
export const ENOUGH = 6;
/** Older ones at the same level say nothing any more. */
const LAST = 12;
const GOAL = 1 / 3;
const TOO_EASY = 1 / 2;
const TOO_HARD = 1 / 6;
/** Another level that is known, too, must suit better by so much. */
const CLEARLY = 0.1;

export interface Suggestion {
  readonly level: Level;
  /** Why: so many were won of the last games against bots of this level. */
  readonly against: Level;
  readonly won: number;
  readonly games: number;
}

type Records = ReadonlyMap<Level, readonly boolean[]>;

/** What suits somebody, by all that they have played, the last game first; null as long as nothing can be said. */
export function suggestion(all: readonly Played[]): Suggestion | null {
  const records = new Map<Level, readonly boolean[]>();
  const recordOf = (level: Level): readonly boolean[] => records.get(level) ?? [];
  let [level, from] = [LEVELS[0], LEVELS[0]] as [Level, Level];
  let since = 0;
  for (const { level: named, won } of all.toReversed()) {
    const played = LEVELS.find((one) => one === named);
    if (played === undefined) continue;
    records.set(played, [...recordOf(played), won].slice(-LAST));
    since += 1;
    if (recordOf(played).length < ENOUGH || since < ENOUGH) continue;
    const suits = better(played, records);
    if (suits !== level) since = 0;
    [level, from] = [suits, played];
  }
  const against = recordOf(level).length < ENOUGH ? from : level;
  const record = recordOf(against);
  return record.length < ENOUGH ? null : { level, against, won: wins(record), games: record.length };
}

/** The next level up or down where too much or too little is won, unless that one is known to suit no better. */
function better(level: Level, records: Records): Level {
  const off = (one: Level): number => Math.abs(share(records.get(one)) - GOAL);
  const won = share(records.get(level));
  const other = LEVELS[LEVELS.indexOf(level) + (won >= TOO_EASY ? 1 : 0) - (won <= TOO_HARD ? 1 : 0)] ?? level;
  const isUnknown = (records.get(other)?.length ?? 0) < ENOUGH;
  return isUnknown || off(other) + CLEARLY < off(level) ? other : level;
}

function share(record: readonly boolean[] = []): number {
  return wins(record) / record.length;
}

function wins(record: readonly boolean[]): number {
  return record.filter(Boolean).length;
}

/** How good the bots were, where somebody has played against bots of one level and nobody else. */
export function levelAgainst(places: readonly Pick<PlaceView, "kind" | "bot">[], you: number): Level | undefined {
  const [first, ...rest] = places.filter((_, seat) => seat !== you).map(({ kind, bot }) => (kind === "bot" ? levelOf(bot) : undefined));
  return rest.every((level) => level === first) ? first : undefined;
}

/** The plain farmer is the middle level, and its characters are as strong. */
function levelOf(bot: string | null = null): Level | undefined {
  return /^farmer\b(?!@)/.test(bot ?? "") ? "medium" : LEVELS.find((level) => level === bot);
}

/** Let the next game be against bots of the level that suits, unless the player has chosen one. */
export function followSuggestion(): void {
  const level = suggestion(playedGames())?.level;
  if (level !== undefined && !isOwnLevel()) chooseLevel(level, "suggestion");
}
