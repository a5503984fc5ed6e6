/** Kuhfstein, as the shared pages see it. */
import { lazy } from "react";
import type { GameEvent } from "../../protocol/types";
import type { Noise } from "../../table/sound";
import type { Game } from "../game";
import { LineSign } from "./LineSign";
import { Poster } from "./Poster";
import { TEXTS } from "./texts";

function noiseOf(event: GameEvent): Noise | null {
  switch (event.type) {
    case "tile_placed":
      return event.points > 0 ? "coins" : "call";
    case "card_played":
      return "coins";
    case "bonus_reached":
      return "fanfare";
    case "last_round_began":
      return "gavel";
    default:
      return null;
  }
}

const table: () => Promise<typeof import("./Table")> = () => import("./Table");

export const kuhfstein: Game = {
  name: "kuhfstein",
  className: "field-table",
  poster: {
    Art: Poster,
    players: "2–4",
    edition: "kuhfstein",
    seats: 4,
    // Two that take what is best now, and one that plans: a first landscape shall not look hopeless.
    bots: ["herder", "farmer", "herder"],
  },
  bots: {
    // Characters make no difference here: there is one that plans, and one that does not.
    characters: ["farmer", "herder", "random"],
    keyOf: (bot) => (bot.startsWith("farmer") ? "planner" : bot),
  },
  CardsDialog: lazy(() => import("./CardsDialog")),
  Table: lazy(table),
  preload: () => void table().catch(() => undefined),
  help: () => import("./help"),
  LineSign,
  noiseOf,
  secretOffers: false,
  texts: [TEXTS],
  after: () => import("./after"),
  deal: () => import("./deal"),
  Replay: lazy(() => import("./Replay")),
  marks: ["last_round", "bonus", "tree", "grazing"],
  rules: () => import("./rules"),
};
