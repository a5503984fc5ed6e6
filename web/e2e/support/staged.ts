/**
 * A table that shows just what a test wants to see: the page is the real one, but what the server would
 * say over the socket is said by the test. For what a game comes to only once in a long while.
 */
import type { Page, WebSocketRoute } from "playwright-core";
import type { GameEvent, GameView, Line, MasterRules, Option, Outbound, PartyView, PhaseView, PlaceView, SeatView } from "../../src/protocol/types";

export const TABLE = "5f0c6ad6c4b54d1d9e0f2a7b8c9d0e1f";

export interface Staged {
  readonly phase: PhaseView;
  readonly options?: readonly Option[];
  readonly seats?: number;
  readonly rules?: Partial<MasterRules>;
  readonly herds?: readonly Partial<SeatView>[];
  readonly deck?: number;
  readonly stage?: PartyView["stage"];
  readonly backs?: readonly ("animal" | "money")[];
  readonly covered?: "goose" | null;
  /** Milliseconds that are left; the time itself is half a minute. */
  readonly left?: number;
  /** Who may give more. */
  readonly more?: readonly number[];
  /** What has just happened. */
  readonly events?: readonly GameEvent[];
  /** What the log says of it. */
  readonly lines?: readonly Line[];
  /** How many big screens show it. */
  readonly screens?: number;
}

const RULES = {
  auction_mode: "open", gavel: "clock", overbid: "restart_all", bluff_bids: "allowed", self_raise: true, overpay: "any",
  payment_visibility: "private", offer_count: "visible", hand_counts: "auto", min_offer_cards: 0, min_counter_cards: 1,
  trade_money: "exchange", return_zero_cards: false, tie_money: "auto", second_tie_money: "as_tie", no_progress_limit: 60,
  tie_break: "shared", start_player: "random", pedigree_mode: "realtime", slap: "lottery", slap_tie: "random",
  rat_cover: "player", after_rat: "must_auction", two_player_zero_cards: "keep_start", division_donkey: "on_laying",
  peek_next_back: true, super_kuhhandel: false, kassensturz: false,
} as MasterRules;

const PURSE = [0, 0, 10, 10, 10, 20, 50, 50, 100, 200];
const HERDS: readonly Partial<SeatView>[] = [
  { herd: { rooster: 4, goose: 2, dog: 1, cow: 2, rat: 1 }, pedigrees: ["cow"] },
  { herd: { cat: 3, pig: 2, horse: 1 }, pedigrees: [] },
  { herd: { goose: 1, donkey: 2, cow: 1, goat: 1, rat: 2 }, pedigrees: ["dog", "sheep"] },
  { herd: { sheep: 4, dog: 1, goat: 2, horse: 1 }, pedigrees: ["horse"] },
  { herd: { cat: 1, pig: 2, goat: 1 }, pedigrees: [] },
  { herd: { dog: 2, donkey: 1, horse: 2 }, pedigrees: ["pig", "rooster"] },
];
const NAMES = ["Anna", "Mathilda", "Heinrich", "Юрий", "Anneliese", "Bram"];

export function snapshot(state: Staged, moment: number, at: number): Outbound {
  const count = state.seats ?? 6;
  const seats = Array.from({ length: count }, (_, seat): SeatView => {
    const own = seat === 0 ? { purse: PURSE, payable: [0, 10, 20, 30, 40, 50] } : { purse: null, payable: null };
    return { herd: {}, cards: 5 + seat, pedigrees: [], ...own, ...HERDS[seat], ...state.herds?.[seat] };
  });
  const places = Array.from({ length: count }, (_, seat): PlaceView => ({ kind: seat < 4 ? "person" : "bot", name: NAMES[seat] ?? "", here: seat !== 3 }));
  const party: PartyView = {
    stage: state.stage ?? "playing", edition: "master", pace: "live", public: false, code: "k7mwq3n", host: 0, places,
    promise: "", aborts: 0, pause: null, secret: null, rematch: null, closed: null, brought: false,
    ...(state.screens === undefined ? {} : { screens: state.screens }),
  };
  const view: GameView = {
    game: "master", edition: "master", version: 1, viewer: 0, moment, deck: state.deck ?? 23, bank: [], donkeys: 2, idle: 0, seats,
    phase: state.phase, rules: { ...RULES, ...state.rules }, backs: state.backs ?? [], covered: state.covered ?? null,
    asked: askedIn(state.phase), sealed: state.phase.phase === "countdown" || state.phase.phase === "envelopes",
  };
  const timers = [{ seat: 0, at: at + (state.left ?? 25_000), lasts: 30_000, more: state.more ?? [] }];
  return { type: "snapshot", seq: moment, you: 0, may: [], party, view, options: state.options ?? [], timers, missed: [{ seq: moment, events: state.events ?? [], lines: state.lines ?? [] }], chat: [] };
}

/** Which field of a phase names the seat that is asked. */
const ASKED: Readonly<Record<string, string>> = {
  turn: "seat", dividing: "seat", extra: "seat", covering: "seat", bidding: "polled", rat_round: "polled", preemption: "auctioneer",
  pedigree_hammer: "auctioneer", payment: "payer", pedigree_payment: "payer", offering: "challenger", responding: "challenged",
};

function askedIn(phase: PhaseView): readonly number[] {
  const seat = (phase as unknown as Readonly<Record<string, unknown>>)[ASKED[phase.phase] ?? ""];
  return typeof seat === "number" ? [seat] : [];
}

export interface Stage {
  /** Show a state of the game. */
  show(state: Staged): Promise<void>;
  /** Every frame that the page has sent. */
  readonly sent: readonly string[];
}

/** The hints that somebody has had who wants none. */
const COACHED = "turn bidding gavel trade bluff bluffed slap rat division";

/** Open the page of a table, and be its server. */
export async function staged(page: Page, origin: string, first: Staged, coached = COACHED): Promise<Stage> {
  const sent: string[] = [];
  let socket: WebSocketRoute | null = null;
  let now = first;
  let moment = 40;
  // Somebody who has recovery codes: nothing is offered to them.
  const account = { name: "Anna", key_site: false, keys: [], codes: 8, codes_made: 8, sessions: [] };
  await page.route("**/api/account", async (route) => route.fulfill({ json: account }));
  await page.route("**/api/tables/**", async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path.endsWith("/ticket")) await route.fulfill({ json: { ticket: "t", socket: "/ws" } });
    else if (path.endsWith("/course")) await route.fulfill({ json: { steps: 1, stops: [] } });
    else if (path.endsWith("/coaching")) await route.fulfill({ json: { remarks: [], reasons: [] } });
    else await route.fulfill({ json: [] });
  });
  await page.routeWebSocket(/\/ws/, (route) => {
    socket = route;
    route.onMessage((message) => {
      sent.push(String(message));
      const frame = JSON.parse(String(message)) as { type: string; cid?: string };
      if (frame.type === "hello") {
        route.send(JSON.stringify({ type: "welcome", protocol: 1, you: 0, seq: moment, time: Date.now() }));
        route.send(JSON.stringify(snapshot(now, moment, Date.now())));
      } else if (frame.cid !== undefined) route.send(JSON.stringify({ type: "ack", cid: frame.cid, seq: moment }));
    });
  });
  await page.addInitScript((hints) => localStorage.setItem("kuhstall.coached", hints), coached);
  await page.goto(`${origin}/t/${TABLE}`);
  await page.locator(".table, main.score").first().waitFor();
  return {
    sent,
    show: async (state) => {
      now = state;
      moment++;
      socket?.send(JSON.stringify(snapshot(state, moment, Date.now())));
      await page.locator(`.table[data-phase="${state.phase.phase}"], main.score`).first().waitFor();
    },
  };
}

const SLAP: readonly Option[] = [
  { option: "choice", actions: [{ type: "wait" }] },
  { option: "range", action: { type: "slap", count: 0 }, field: "count", low: 0, high: 6, step: 1 },
];
const PAY: readonly Option[] = [
  { option: "pick", action: { type: "pay", cards: [] }, field: "cards", pool: PURSE, fewest: 6, least: 0, exact: false, lean: false, most: 6 },
];
const OFFER: readonly Option[] = [
  { option: "pick", action: { type: "offer", cards: [] }, field: "cards", pool: PURSE, fewest: 0, least: 0, exact: false, lean: false, most: null },
];
const COUNTER: readonly Option[] = [
  { option: "choice", actions: [{ type: "accept" }] },
  { option: "pick", action: { type: "counter", cards: [] }, field: "cards", pool: PURSE, fewest: 1, least: 0, exact: false, lean: false, most: null },
];
const COUNTDOWN = { phase: "countdown", animal: "cow", auctioneer: 1, count: 6, barred: [], limits: [], plan: 0 } as const;
const RATS = { animal: "rat", stake: 1, bout: 1 } as const;
const TWO = { seats: 2, backs: ["animal", "money"], deck: 56 } as const;
const choice = (...actions: Extract<Option, { option: "choice" }>["actions"]): readonly Option[] => [{ option: "choice", actions }];

const BIDDING = {
  phase: "bidding", lot: "horse", auctioneer: 1, cap: 3000, barred: [], limits: [], bids: [0, 0, 0, 0, 0, 120],
  high: { seat: 5, amount: 120 }, passed: [], calls: 1, polled: null,
} as const;
const GAVEL = { phase: "preemption", lot: "horse", auctioneer: 0, high: { seat: 5, amount: 120 } } as unknown as PhaseView;
const PRICE = { phase: "payment", lot: "horse", auctioneer: 1, payer: 0, payee: 1, price: 150 } as unknown as PhaseView;
const PAY_PRICE: readonly Option[] = [
  { option: "pick", action: { type: "pay", cards: [] }, field: "cards", pool: PURSE, fewest: 1, least: 150, exact: false, lean: false, most: null },
];
const BIDS: readonly Option[] = [
  ...choice({ type: "pass" }),
  { option: "range", action: { type: "bid", amount: 0 }, field: "amount", low: 130, high: 3000, step: 10 },
];
const ENVELOPES = { phase: "envelopes", lot: "horse", auctioneer: 1, cap: 3000, barred: [3], limits: [] } as const;
const UP_TO = { option: "range", action: { type: "maximum", amount: 0, ahead: false }, field: "amount", low: 10, high: 3000, step: 10 } as const;
const ENVELOPE: readonly Option[] = [...choice({ type: "pass" }), UP_TO, { ...UP_TO, action: { ...UP_TO.action, ahead: true }, low: 0 }];
/** What is told in a panel of its own, while the next lot is up already. */
const HAPPENED: Readonly<Record<string, GameEvent>> = {
  "told-trade": {
    type: "trade_settled", challenger: 0, challenged: 2, animal: "sheep", stake: 1, bout: 1, accepted: false, tied: false, winner: 2,
    offer: [0, 0, 10, 10, 10, 50], counter: [0, 10, 10, 100, 200, 500, 500], to_challenger: null, to_challenged: null, counts: [6, 7], counted: true, idle: 0,
  },
  "told-exposed": { type: "exposed", seat: 2, amount: 120, cards: [0, 0, 10, 10, 10, 20, 50, 0, 0, 10, 10, 10, 10, 10] },
  "told-donkey": { type: "lot_revealed", auctioneer: 1, lot: "donkey", payout: 100, donkeys: 2, cap: 3000, polled: null },
  "told-rat": { type: "rat_taken", seat: 2, count: 5, cards: [0, 0, 10, 10, 50], again: false },
};
const DEALT: readonly GameEvent[] = ([0, 1] as const).map((seat) => ({ type: "card_taken", seat, card: seat === 0 ? "donkey" : null, payout: 0, donkeys: 1 }) as GameEvent);

/** Everything that only Kuhhandel Master shows, by name. */
export const STATES: Readonly<Record<string, Staged>> = {
  slap: { phase: COUNTDOWN, options: SLAP },
  "slap-planned": { phase: { ...COUNTDOWN, plan: 3 }, options: SLAP },
  "slap-stepwise": { phase: COUNTDOWN, options: SLAP, rules: { pedigree_mode: "stepwise" } },
  "slap-sealed": { phase: { ...COUNTDOWN, count: 10 }, options: SLAP.slice(1), rules: { pedigree_mode: "sealed" } },
  "slap-auctioneer": { phase: { ...COUNTDOWN, auctioneer: 0 } },
  hammer: { phase: { phase: "pedigree_hammer", animal: "cow", auctioneer: 0, high: { seat: 2, amount: 6 } }, options: choice({ type: "sell" }, { type: "preempt" }) },
  payment: { phase: { phase: "pedigree_payment", animal: "cow", auctioneer: 1, payer: 0, payee: 1, price: 6 }, options: PAY },
  rat: {
    phase: { phase: "rat_round", auctioneer: 1, polled: 0, pot: 4, laid: [10] },
    options: choice({ type: "take_rat" }, ...[0, 10, 20, 50, 100, 200].map((card) => ({ type: "lay_card", card }) as const)),
  },
  "rat-theirs": { phase: { phase: "rat_round", auctioneer: 1, polled: 2, pot: 5, laid: [10] } },
  "rat-offer": { phase: { phase: "offering", challenger: 0, challenged: 2, ...RATS }, options: OFFER },
  "rat-trade": { phase: { phase: "responding", challenger: 2, challenged: 3, ...RATS, shown: true, count: 3, offer: null } },
  "rat-reply": { phase: { phase: "responding", challenger: 2, challenged: 0, ...RATS, shown: true, count: 3, offer: null }, options: COUNTER },
  turn: { phase: { phase: "turn", seat: 0 }, options: choice({ type: "auction" }, { type: "trade", animal: "cow", seat: 2 }, { type: "trade", animal: "rat", seat: 2 }) },
  "two-turn": { ...TWO, backs: ["money"], phase: { phase: "turn", seat: 0 }, options: choice({ type: "divide" }, { type: "trade", animal: "cow", seat: 1 }) },
  division: { ...TWO, phase: { phase: "dividing", seat: 0, card: "pedigree:dog" }, options: choice({ type: "keep" }, { type: "give" }) },
  "division-money": { ...TWO, phase: { phase: "dividing", seat: 0, card: 200 }, options: choice({ type: "keep" }, { type: "give" }) },
  "division-theirs": { ...TWO, phase: { phase: "dividing", seat: 1, card: null } },
  extra: { phase: { phase: "extra", seat: 0 }, options: choice({ type: "auction" }, { type: "end_turn" }) },
  cover: {
    phase: { phase: "covering", seat: 0 },
    deck: 0,
    herds: [{ herd: { goose: 4, dog: 4, cow: 4, rat: 4 }, pedigrees: ["dog", "horse"] }],
    options: choice({ type: "cover", animal: "goose" }, { type: "cover", animal: "dog" }, { type: "cover", animal: "cow" }),
  },
  bidding: { phase: BIDDING, options: BIDS },
  envelopes: { phase: ENVELOPES, options: ENVELOPE },
  "envelopes-auctioneer": { phase: { ...ENVELOPES, auctioneer: 0 }, options: [...choice({ type: "sell" }), { ...UP_TO, high: 460 }] },
  ...Object.fromEntries(Object.entries(HAPPENED).map(([name, event]) => [name, { phase: BIDDING, options: BIDS, events: [event] }])),
  "told-dealt": { phase: BIDDING, options: BIDS, events: DEALT },
  gavel: { phase: GAVEL, options: choice({ type: "sell" }, { type: "preempt" }) },
  call: { phase: { ...BIDDING, auctioneer: 0 }, options: choice({ type: "call", seat: 5, amount: 120 }), rules: { gavel: "auctioneer" } },
  pay: { phase: PRICE, options: PAY_PRICE },
  "bidding-bare": { phase: BIDDING, options: BIDS, herds: [{ herd: {}, pedigrees: [] }] },
  "bidding-leads": { phase: { ...BIDDING, high: { seat: 0, amount: 120 } }, options: BIDS.slice(1) },
  "division-rat": { ...TWO, phase: { phase: "dividing", seat: 0, card: "rat" }, options: choice({ type: "keep" }, { type: "give" }) },
  score: {
    stage: "ended",
    deck: 0,
    covered: "goose",
    rules: { kassensturz: true },
    herds: [
      { herd: { goose: 4, dog: 4, cow: 4, rat: 4 }, pedigrees: ["dog", "horse"] },
      { herd: { horse: 4, pig: 4, cat: 4 }, pedigrees: ["pig"] },
      { herd: { donkey: 4, goat: 4 }, pedigrees: ["goat", "cow"] },
      { herd: { sheep: 4 }, pedigrees: ["sheep", "rooster", "cat", "donkey", "goose"] },
      { herd: { rooster: 4 }, pedigrees: [] },
      { herd: {}, pedigrees: [] },
    ],
    phase: {
      phase: "ended",
      reason: "complete",
      winners: [1],
      scores: [
        { quartets: ["goose", "dog", "cow"], covered: "goose", animals: 960, matching: 250, factor: 2, others: 250, dove: 0, money: 430, total: 3100 },
        { quartets: ["horse", "pig", "cat"], animals: 1740, matching: 250, factor: 3, others: 0, dove: 0, money: 120, total: 6090 },
        { quartets: ["donkey", "goat"], animals: 850, matching: 250, factor: 2, others: 250, dove: 0, money: 40, total: 2490 },
        { quartets: ["sheep"], animals: 250, matching: 250, factor: 1, others: 1000, dove: 0, money: 800, total: 2300 },
        { quartets: ["rooster"], animals: 10, matching: 0, factor: 1, others: 0, dove: 0, money: 10, total: 20 },
        { quartets: [], animals: 0, matching: 0, factor: 0, others: 0, dove: 0, money: 650, total: 650 },
      ],
    },
  },
};
