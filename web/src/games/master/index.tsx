/** Kuhhandel Master, as the shared pages see it: built on Kuhhandel. */
import { lazy } from "react";
import type { Game } from "../../model/game/game";
import { kuhhandel } from "../kuhhandel";
import { cuesOf, SHAKES } from "./cues";
import { changesHands, earned } from "../kuhhandel/lines";
import { counted, spoken } from "./lines";
import { Poster } from "./Poster";
import { reactionsOf } from "./reactions";
import { AFTER } from "./texts";

const table: () => Promise<typeof import("./Table")> = () => import("./Table");

export const master: Game = {
  ...kuhhandel,
  name: "master",
  poster: {
    Art: Poster,
    icon: "/art/rat.svg",
    players: "2–6",
    edition: "master",
    seats: 4,
    bots: kuhhandel.poster.bots,
  },
  pages: [{ path: "/score", label: "home.games.paper", Page: lazy(() => import("./paper/PaperPage")) }],
  pacedRules: [...(kuhhandel.pacedRules ?? []), "pedigree_mode", "rat_mode"],
  roomRules: { gavel: "auctioneer" },
  // Whoever is quick slaps first, and rats are caught at the same time.
  passRules: null,
  Table: lazy(table),
  preload: () => void table().catch(() => undefined),
  help: () => import("./help/help"),
  tutorial: () => import("./tutorial/tutorial"),
  lines: { told: (lines) => kuhhandel.lines?.told(lines) ?? lines, shown: counted, spoken, news: changesHands, earned },
  cuesOf,
  sounds: () => import("./sounds"),
  shakes: SHAKES,
  reactionsOf,
  texts: [...kuhhandel.texts, AFTER],
  after: () => import("./score/after"),
  deal: () => import("./deal"),
  Replay: lazy(() => import("./Replay")),
  figures: () => import("../kuhhandel/score/figures"),
  rules: () => import("./rules/rules"),
};
