/** Kuhfstein, as the shared pages see it. */
import { lazy } from "react";
import type { Game } from "../../model/game/game";
import { cuesOf } from "./cues";
import { LineSign } from "./LineSign";
import { Poster } from "./Poster";
import { reactionsOf } from "./reactions";
import { TEXTS } from "./texts";

const table: () => Promise<typeof import("./Table")> = () => import("./Table");

export const kuhfstein: Game = {
  name: "kuhfstein",
  className: "field-table",
  poster: {
    Art: Poster,
    icon: "/art/cow.svg",
    players: "2–4",
    edition: "kuhfstein",
    seats: 4,
    bots: ["medium", "medium", "medium"],
  },
  bots: {
    // Characters make no difference here: all who are not simple plan, and nobody is stronger.
    characters: ["easy", "medium", "herder", "random"],
    keyOf: (bot) => (["medium", "hard"].includes(bot) || bot.startsWith("farmer") ? "planner" : bot),
  },
  passRules: {},
  CardsDialog: lazy(() => import("./display/CardsDialog")),
  Table: lazy(table),
  preload: () => void table().catch(() => undefined),
  help: () => import("./help/help"),
  tutorial: () => import("./tutorial/tutorial"),
  LineSign,
  cuesOf,
  sounds: () => import("./sounds"),
  reactionsOf,
  secretOffers: false,
  texts: [TEXTS],
  after: () => import("./score/after"),
  deal: () => import("./deal"),
  Replay: lazy(() => import("./Replay")),
  marks: ["last_round", "bonus", "tree", "grazing"],
  figures: () => import("./score/figures"),
  rules: () => import("./rules/rules"),
};
