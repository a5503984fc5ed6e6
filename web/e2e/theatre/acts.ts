/** Steps that are played on the stage: how the table was before, and what comes then. */
import type { Page } from "playwright-core";
import type { Stage, Staged } from "../support/staged";

export interface Performed {
  readonly before: Staged;
  readonly after: Staged;
}

const TURN = { phase: "turn", seat: 1 } as const;
const FOUR = { seats: 4 } as const;
const HERDS = [{ herd: { goose: 4, dog: 1, cow: 2, sheep: 3 } }, { herd: { cat: 3, pig: 2 } }, { herd: { cow: 1, donkey: 2 } }, { herd: { sheep: 1, horse: 1, cow: 1 } }] as const;
const [OWN, SECOND, THIRD, FOURTH] = HERDS;
const AUCTION = { phase: "bidding", lot: "cat", auctioneer: 0, cap: 3000, barred: [], limits: [], bids: [0, 0, 70, 0, 0, 0], high: { seat: 2, amount: 70 }, passed: [], calls: 0, polled: null } as const;

const settled = (challenger: number, challenged: number, seen: boolean) =>
  ({
    type: "trade_settled", challenger, challenged, animal: "cow", stake: 1, bout: 1, accepted: false, tied: false, winner: challenged,
    offer: seen ? [0, 0, 50, 50] : null, counter: seen ? [0, 50, 100] : null, to_challenger: seen ? [0, 50, 100] : null, to_challenged: seen ? [0, 0, 50, 50] : null,
    counts: [3, 4], counted: true, idle: 0,
  }) as const;
const answering = (challenger: number, challenged: number): Staged => ({ ...FOUR, herds: HERDS, phase: { phase: "responding", challenger, challenged, animal: "cow", stake: 1, bout: 1, shown: true, count: 4, offer: null } });

export const ACTS = {
  trade: {
    before: answering(2, 0),
    after: {
      ...FOUR, phase: TURN, herds: [{ herd: { ...OWN.herd, cow: 3 } }, SECOND, { herd: { donkey: 2 } }, FOURTH],
      events: [{ type: "counter_made", seat: 0, cards: [0, 50, 100], count: 3, shown: true }, settled(2, 0, true)],
    },
  },
  onlooker: {
    before: answering(2, 3),
    after: {
      ...FOUR, phase: TURN, herds: [OWN, SECOND, { herd: { donkey: 2 } }, { herd: { ...FOURTH.herd, cow: 2 } }],
      events: [{ type: "counter_made", seat: 3, cards: null, count: 3, shown: true }, settled(2, 3, false)],
    },
  },
  last: {
    before: answering(2, 0),
    after: {
      ...FOUR, stage: "ended", deck: 0, herds: [{ herd: { ...OWN.herd, cow: 3 } }, SECOND, { herd: { donkey: 2 } }, FOURTH],
      phase: { phase: "ended", reason: "complete", winners: [0], scores: [0, 1, 2, 3].map((seat) => ({ quartets: seat === 0 ? (["goose"] as const) : [], animals: seat === 0 ? 40 : 0, matching: 0, factor: 1, others: 0, dove: 0, money: 100, total: seat === 0 ? 40 : 0 })) },
      events: [{ type: "counter_made", seat: 0, cards: [0, 50, 100], count: 3, shown: true }, settled(2, 0, true)],
    },
  },
  pedigree: {
    before: { ...FOUR, herds: HERDS, phase: { phase: "pedigree_payment", animal: "cow", auctioneer: 1, payer: 2, payee: 1, price: 3 } },
    after: {
      ...FOUR, phase: TURN, herds: [OWN, SECOND, { ...THIRD, pedigrees: ["dog", "sheep", "cow"], cards: 4 }, FOURTH],
      events: [{ type: "paid", payer: 2, payee: 1, cards: null, count: 3, open: false }, { type: "pedigree_taken", seat: 2, animal: "cow", price: 3, plans: null }],
    },
  },
  rat: {
    before: { ...FOUR, herds: HERDS, phase: { phase: "rat_round", auctioneer: 1, polled: 2, pot: 5, laid: [10] } },
    after: {
      ...FOUR, phase: TURN, herds: [OWN, SECOND, { herd: { ...THIRD.herd, rat: 3 }, cards: 12 }, FOURTH],
      events: [{ type: "rat_taken", seat: 2, cards: null, count: 5, again: false }],
    },
  },
  sale: {
    before: { ...FOUR, herds: HERDS, phase: { phase: "payment", lot: "cat", auctioneer: 0, payer: 2, payee: 0, buyer: 2, price: 90 } },
    after: {
      ...FOUR, phase: TURN, herds: [{ ...OWN, purse: [0, 0, 10, 10, 10, 10, 10, 10, 20, 50, 50, 50, 100, 200] }, SECOND, { herd: { ...THIRD.herd, cat: 1 }, cards: 2 }, FOURTH],
      events: [{ type: "paid", payer: 2, payee: 0, cards: [10, 10, 10, 10, 50], count: 5, open: false }, { type: "lot_taken", seat: 2, lot: "cat", price: 90 }],
    },
  },
  donkey: {
    before: { ...FOUR, herds: HERDS, phase: TURN },
    after: {
      ...FOUR, phase: { ...AUCTION, lot: "donkey", auctioneer: 1, high: null, bids: [0, 0, 0, 0] }, deck: 22,
      herds: HERDS.map((one, seat) => ({ ...one, cards: 6 + seat, ...(seat === 0 ? { purse: [0, 0, 10, 10, 10, 20, 50, 50, 100, 100, 200] } : {}) })),
      events: [{ type: "lot_revealed", auctioneer: 1, lot: "donkey", payout: 100, donkeys: 2, cap: 3000, polled: null }],
    },
  },
  quartet: {
    before: { ...FOUR, herds: HERDS, phase: TURN },
    after: { ...FOUR, phase: { phase: "turn", seat: 2 }, herds: [{ herd: { ...OWN.herd, sheep: 4 } }, SECOND, THIRD, { herd: { horse: 1, cow: 1 } }], events: [{ type: "turn_began", seat: 2 }] },
  },
  theirs: {
    before: { ...FOUR, herds: HERDS, phase: TURN },
    after: { ...FOUR, phase: { phase: "turn", seat: 2 }, herds: [OWN, { herd: { cat: 4, pig: 2 } }, THIRD, FOURTH], events: [{ type: "turn_began", seat: 2 }] },
  },
  bids: {
    before: { phase: AUCTION },
    after: {
      phase: { ...AUCTION, high: { seat: 5, amount: 90 }, passed: [1, 3, 4], bids: [0, 0, 70, 0, 0, 90] },
      events: [...[1, 3, 4].map((seat) => ({ type: "passed", seat, polled: null }) as const), { type: "bid_placed", seat: 5, amount: 90, polled: null }],
    },
  },
} as const satisfies Readonly<Record<string, Performed>>;
export type ActName = keyof typeof ACTS;

/** Until scenes can be played: they are fetched after the table. */
export async function rehearsed(page: Page): Promise<void> {
  await page.locator("[data-theatre]").waitFor({ state: "attached" });
}

/** Show a table as it was, and then what comes. */
export async function performed(stage: Stage, name: ActName): Promise<void> {
  const { before, after }: Performed = ACTS[name];
  await stage.show(before);
  await stage.show(after);
}
