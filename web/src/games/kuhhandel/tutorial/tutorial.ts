/** The tutorial of Kuhhandel: an auction, a bluff, a trade, a quartet. */
import { type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import { cost, offered, rangeOf } from "../../../model/table/options";
import type { TableState } from "../../../model/table/store";
import type { Tutorial, TutorStep } from "../../../model/game/game";
import { type KuhhandelView, kuhhandelView } from "../view";

const TEXTS: TextFiles = byLanguage(import.meta.glob<TextModule>("./tutorial.*.json"));

const LESSON = "cow";
const LEAST = ".quick .quick-bid:first-child";
const PASS = ".pass";
/** Cards in the hand of a dialog that are not all picked. */
const UNPICKED = '.hand [aria-pressed="false"], .stack:not(.on), .stack:has([data-drawn="1/2"])';

const phaseOf = (state: TableState): KuhhandelView["phase"] | undefined => kuhhandelView(state.view)?.phase;

/** How many of the animal one has that all is about. */
function own(state: TableState): number {
  return state.you === null ? 0 : (kuhhandelView(state.view)?.seats[state.you]?.herd[LESSON] ?? 0);
}

/** Whether somebody else leads, and one can afford to go on; null: nobody bids just now, or one leads oneself. */
function outbid(state: TableState): boolean | null {
  const phase = phaseOf(state);
  const least = rangeOf(state.options, "bid")?.low;
  if (phase?.phase !== "bidding" || state.you === null || phase.high === null || phase.high.seat === state.you || least === undefined) return null;
  return cost(kuhhandelView(state.view)?.seats[state.you]?.payable ?? [], least) !== null;
}

const hasBid = (state: TableState): boolean => {
  const phase = phaseOf(state);
  return phase?.phase === "bidding" && state.you !== null && (phase.bids[state.you] ?? 0) > 0;
};

const isTurn = (state: TableState): boolean => {
  const phase = phaseOf(state);
  return phase?.phase === "turn" && phase.seat === state.you;
};

function bids(state: TableState, names: readonly string[]): Readonly<Record<string, string | number>> {
  const phase = phaseOf(state);
  const high = phase?.phase === "bidding" ? phase.high : null;
  const purse = state.you === null ? [] : (kuhhandelView(state.view)?.seats[state.you]?.purse ?? []);
  return {
    seat: names[high?.seat ?? -1] ?? "",
    high: high?.amount ?? 0,
    least: (high?.amount ?? 0) + 10,
    money: purse.reduce((sum, card) => sum + card, 0),
  };
}

/** The seat that has others of the animal; -1 if none has. */
function rivalSeat(state: TableState): number {
  const seats = kuhhandelView(state.view)?.seats ?? [];
  return seats.findIndex((one, place) => place !== state.you && (one.herd[LESSON] ?? 0) > 0);
}

function rival(state: TableState, names: readonly string[]): Readonly<Record<string, string>> {
  return { seat: names[rivalSeat(state)] ?? "" };
}

/** What Kuhhandel Master teaches as well. */
export const PAY: TutorStep = {
  key: "pay",
  spots: [".two", "footer .btn--go"],
  fits: (state) => {
    const phase = phaseOf(state);
    return (phase?.phase === "payment" || phase?.phase === "pedigree_payment") && phase.payer === state.you;
  },
};

const STEPS: readonly TutorStep[] = [
  { key: "auction", spots: [".bidbox", LEAST], fits: (state) => own(state) === 0 && outbid(state) === true, args: bids, teaches: ["bidding"] },
  PAY,
  { key: "turn", spots: [".decide .big-choice"], fits: (state) => isTurn(state) && own(state) > 0 && offered(state.options, "trade").length === 0, teaches: ["turn"] },
  { key: "bluff", spots: [".own-money .small-head", LEAST], fits: (state) => outbid(state) === false && !hasBid(state), args: bids, teaches: ["bluff", "bluffed"] },
  { key: "stop", spots: [".bidbox", PASS], fits: (state) => outbid(state) === false && hasBid(state), args: bids },
  {
    key: "free",
    spots: [PASS],
    fits: (state) => {
      const phase = phaseOf(state);
      return phase?.phase === "bidding" && phase.high === null && phase.auctioneer !== state.you && !phase.passed.includes(state.you ?? -1) && rivalSeat(state) !== -1;
    },
  },
  { key: "trade", spots: [".decide .big-choice:last-child", ".trade-pair"], fits: (state) => isTurn(state) && offered(state.options, "trade").length > 0, args: rival, teaches: ["trade"] },
  {
    key: "offer",
    spots: [".two", ".hand, .stacks", "footer"],
    press: [".sure .btn--go", UNPICKED, "footer .btn--go"],
    fits: (state) => {
      const phase = phaseOf(state);
      return phase?.phase === "offering" && phase.challenger === state.you;
    },
    args: rival,
  },
  { key: "quartet", spots: [".own-animals"], fits: (state) => own(state) === 4, read: true },
  { key: "end", spots: [], read: true },
];

export default { texts: TEXTS, steps: STEPS } satisfies Tutorial;
