/** What is played after a step, when each part of it begins, and what the table does not tell before. */
import type { TableState } from "../../../model/table/store";
import type { GameEvent } from "../../../protocol/types";
import type { Act, Entry, Sounding } from "../../../theatre/curtain";
import { lengthOf, turning } from "./choreography";
import { onPlank, type Scene, scenesOf, type Step } from "./scenes";
import { rateAt } from "../../../theatre/context";
import { UNTOLD } from "../stage/untold";
import { kuhhandelView } from "../view";

/** When the money is there, and the numbers change. */
const SOLD = 760;
const RAINED = 1400;
/** When the stamp comes down. */
const STAMPED = 760;
/** When cards slide, the lot is lifted, the first money arrives, and the first coins. */
const SLID = 40;
const LIFTED = 200;
const PAID = 560;
const LANDED = 1140;

/** How long the table behind a scene tells nothing new. */
function holds(scene: Scene): number {
  switch (scene.scene) {
    case "trade":
      return lengthOf(scene) - 60;
    case "sale":
      return SOLD;
    case "donkey":
      return RAINED;
    case "quartet":
    case "calls":
    case "lean":
      return 0;
  }
}

/**
 * When a scene lets be heard what its step sounds like. Everybody in the room hears it at the same moment: it depends on
 * nothing that only some are shown.
 */
function soundsOf(scene: Scene, events: readonly GameEvent[]): readonly Sounding[] {
  const has = (type: GameEvent["type"]): boolean => events.some((event) => event.type === type);
  switch (scene.scene) {
    case "trade":
      return [...(has("counter_made") ? ([[SLID, "cards"]] as const) : []), [turning(scene), "cards"]];
    case "sale":
      return [
        ...(has("rat_taken") ? ([[LIFTED, "cry.rat"]] as const) : []),
        ...(has("paid") ? ([[PAID, "coins"]] as const) : []),
        ...(has("pedigree_taken") ? ([[SOLD, "pedigree"]] as const) : []),
      ];
    case "donkey":
      return [[LANDED, "coins"]];
    case "quartet":
      return [[STAMPED, "quartet"]];
    case "calls":
    case "lean":
      return [];
  }
}

/** What the table shows meanwhile. A donkey is up at once, and only the purses wait for their money. */
function meanwhile(scenes: readonly Scene[], before: TableState, now: TableState): Partial<TableState> {
  const [then, view] = [kuhhandelView(before.view), kuhhandelView(now.view)];
  if (then === null || view === null) return {};
  if (scenes.every(({ scene }) => scene === "donkey" || scene === "quartet")) return { view: { ...view, seats: then.seats } as typeof view };
  return { view: then, lines: before.lines, events: UNTOLD, timers: [] };
}

/** What needs no turn of its own: calls are played at once, and all lean forward in the last moment before the gavel may fall. */
function besides(step: Step, { timers, ahead, party }: TableState): readonly Entry<Scene>[] {
  const at = timers.find(({ seat }) => seat === null)?.at;
  return onPlank(step).map((scene) => {
    const left = at === undefined ? 0 : (at - Date.now() - ahead) * (rateAt(party?.tempo) || 1);
    const from = scene.scene === "lean" ? Math.max(0, left - lengthOf(scene)) : 0;
    return { scene, from, to: from + lengthOf(scene) };
  });
}

export function direct(before: TableState, now: TableState, moves: boolean): Act<Scene> | null {
  const view = kuhhandelView(now.view);
  const then = kuhhandelView(before.view);
  if (view === null || then === null) return null;
  const step = { before: then, now: view, events: now.events, you: now.you };
  const all = scenesOf(step);
  // A stamp may stand still; all else is told in words, and the table is right at once.
  const scenes = moves ? all : all.filter(({ scene }) => scene === "quartet");
  const entries: Entry<Scene>[] = [];
  const sounds: Sounding[] = [];
  let from = 0;
  let held = 0;
  for (const scene of scenes) {
    const start = from;
    entries.push({ scene, from: start, to: start + lengthOf(scene) });
    sounds.push(...soundsOf(scene, now.events).map(([at, sound]) => [start + at, sound] as const));
    if (moves && holds(scene) > 0) held = start + holds(scene);
    // The next one begins on a table that has this one's end on it.
    from = start + (holds(scene) || lengthOf(scene)) + 20;
  }
  if (moves) entries.push(...besides(step, now));
  if (entries.length === 0) return null;
  // Without motion all of it is seen at once, and heard at once.
  return { entries, sounds: moves ? sounds.toSorted(([one], [other]) => one - other) : [], holds: held, shown: held > 0 ? meanwhile(scenes, before, now) : {} };
}
