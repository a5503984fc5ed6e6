/** Kuhhandel Master, as the shared pages see it: built on Kuhhandel. */
import { lazy } from "react";
import type { GameEvent } from "../../protocol/types";
import type { Noise } from "../../table/sound";
import type { Game } from "../game";
import { kuhhandel } from "../kuhhandel";
import { counted, spoken } from "./lines";
import { Poster } from "./Poster";
import { AFTER } from "./texts";

function noiseOf(event: GameEvent): Noise | null {
  switch (event.type) {
    case "pedigree_revealed":
    case "counted_down":
      return "call";
    case "slapped":
      return "slap";
    case "pedigree_taken":
      return "fanfare";
    case "rat_revealed":
    case "rat_taken":
      return "rat";
    case "divided":
      return "bid";
    case "card_taken":
      return event.payout > 0 ? "coins" : null;
    default:
      return kuhhandel.noiseOf(event);
  }
}

const table: () => Promise<typeof import("./Table")> = () => import("./Table");

export const master: Game = {
  ...kuhhandel,
  name: "master",
  poster: {
    Art: Poster,
    players: "2–6",
    edition: "master",
    seats: 4,
    bots: kuhhandel.poster.bots,
  },
  pages: [{ path: "/score", label: "home.games.paper", Page: lazy(() => import("./paper/PaperPage")) }],
  pacedRules: [...(kuhhandel.pacedRules ?? []), "pedigree_mode"],
  Table: lazy(table),
  preload: () => void table().catch(() => undefined),
  help: () => import("./help"),
  lines: { told: (lines) => kuhhandel.lines?.told(lines) ?? lines, shown: counted, spoken },
  noiseOf,
  texts: [...kuhhandel.texts, AFTER],
  after: () => import("./after"),
  deal: () => import("./deal"),
  Replay: lazy(() => import("./Replay")),
  rules: () => import("./rules"),
};
