/** Kuhhandel, as the shared pages see it. */
import { lazy } from "react";
import type { GameEvent } from "../../protocol/types";
import type { Game } from "../../model/game/game";
import { cuesOf } from "./cues";
import { Fan } from "./cards/Fan";
import { LineSign } from "./LineSign";
import { changesHands, earned, withoutLeaderPasses } from "./lines";
import { Poster } from "./Poster";
import { reactionsOf } from "./reactions";
import { AFTER } from "./texts";
import { kuhhandelView } from "./view";

const LASTING: Readonly<Partial<Record<GameEvent["type"], number>>> = {
  bid_placed: 700,
  passed: 500,
  called_out: 600,
  envelopes_opened: 900,
  lot_taken: 1400,
  game_ended: 2000,
};

const table: () => Promise<typeof import("./Table")> = () => import("./Table");

export const kuhhandel: Game = {
  name: "kuhhandel",
  poster: {
    Hero: Fan,
    Art: Poster,
    icon: "/art/horse.svg",
    players: "3–5",
    edition: "kuhhandel/2",
    editionIn: { ru: "kuhhandel/2-ru" },
    seats: 4,
    bots: ["medium", "farmer:bold", "farmer:bluffer"],
  },
  bots: {
    characters: ["easy", "medium", "hard", "farmer:bold", "farmer:bluffer", "farmer:thrifty", "random"],
    // A bot of another game plays as a farmer here.
    keyOf: (bot) => (["random", "easy", "hard"].includes(bot) ? bot : /^farmer:(\w+)$/.exec(bot)?.[1] ?? "farmer"),
  },
  pacedRules: ["auction_mode"],
  roomRules: { gavel: "auctioneer" },
  passRules: { auction_mode: "turns" },
  Table: lazy(table),
  preload: () => void table().catch(() => undefined),
  help: () => import("./help/help"),
  tutorial: () => import("./tutorial/tutorial"),
  LineSign,
  lines: { told: withoutLeaderPasses, shown: (lines) => lines, spoken: () => null, news: changesHands, earned },
  money: (view, seat) => kuhhandelView(view)?.seats[seat]?.purse?.reduce((sum, card) => sum + card, 0) ?? null,
  cuesOf,
  sounds: () => import("./sounds/sounds"),
  reactionsOf,
  secretOffers: true,
  Orders: lazy(() => import("./orders/Orders")),
  // Bids come in flocks.
  repeatable: ["bid"],
  refusalKey: ({ action, code }) => (action?.type === "bid" && code === "too_low" ? "play.refused.faster" : null),
  texts: [AFTER],
  after: () => import("./score/after"),
  deal: () => import("./deal"),
  Replay: lazy(() => import("./Replay")),
  lasting: (event) => LASTING[event.type],
  marks: ["donkey", "quartet", "trade", "sale"],
  markImages: { donkey: "/art/donkey.svg" },
  figures: () => import("./score/figures"),
  rules: () => import("./rules/rules"),
};
