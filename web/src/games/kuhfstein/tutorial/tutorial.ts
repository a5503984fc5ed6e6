/** The tutorial of Kuhfstein: lay tiles, play a card, fetch the herd, take something back. */
import { type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import type { KuhfsteinSeatView, KuhfsteinView } from "../../../protocol/types";
import { offered } from "../../../model/table/options";
import type { TableState } from "../../../model/table/store";
import type { Tutorial, TutorStep } from "../../../model/game/game";
import { kuhfsteinView } from "../view";

const TEXTS: TextFiles = byLanguage(import.meta.glob<TextModule>("./tutorial.*.json"));

const LAND = ".board .tile";
const DO = ".confirm .btn--go";

interface Mine {
  readonly phase: Extract<KuhfsteinView["phase"], { phase: "acting" }>;
  readonly own: KuhfsteinSeatView;
}

/** What one has, while it is one's turn. */
function mine(state: TableState): Mine | null {
  const view = kuhfsteinView(state.view);
  const own = state.you === null ? undefined : view?.seats[state.you];
  return view?.phase.phase === "acting" && view.phase.seat === state.you && own !== undefined ? { phase: view.phase, own } : null;
}

const laid = (state: TableState, tiles: number): boolean => {
  const now = mine(state);
  return now?.phase.doing === "action" && now.own.tiles.length === tiles;
};

const mayPlay = (state: TableState): boolean => state.options.some((option) => option.option === "placement" && option.action.type === "play_card");

const STEPS: readonly TutorStep[] = [
  { key: "lay", spots: [".open-tiles [data-terrain=meadow]", ".cell.spot", DO], press: [DO, ".cell.spot", "[data-terrain=meadow]"], fits: (state) => laid(state, 0), teaches: ["land_action"] },
  { key: "beside", spots: [".open-tiles [data-terrain=lake]", ".board .tile, .cell.spot", DO], press: [DO, ".cell.spot", "[data-terrain=lake]"], fits: (state) => laid(state, 1) },
  { key: "done", spots: [LAND, ".finish_turn"], fits: (state) => mine(state)?.phase.doing === "confirm" && mine(state)?.own.tiles.length === 2 },
  { key: "card", spots: [LAND, ".own-hand .pattern-cards > *", DO], press: [DO, ".own-hand button"], fits: (state) => mine(state)?.phase.doing === "action" && mayPlay(state), teaches: ["land_play"] },
  { key: "herd", spots: [LAND, "[data-action=herd]", DO], press: [DO, "[data-action=herd]"], fits: (state) => mine(state)?.phase.doing === "action" && (mine(state)?.own.herds.length ?? 0) > 0 },
  { key: "undo", spots: [LAND, ".take_back", ".finish_turn"], fits: (state) => mine(state)?.phase.doing === "confirm" && offered(state.options, "take_back").length > 0, teaches: ["land_confirm"] },
  { key: "end", spots: [], read: true },
];

export default { texts: TEXTS, steps: STEPS } satisfies Tutorial;
