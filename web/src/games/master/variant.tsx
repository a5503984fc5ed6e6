/** What Kuhhandel Master adds to Kuhhandel's table: pedigrees, rats, and the game for two. */
import { lazy, type ReactNode } from "react";
import type { Animal, GameEvent, Kind, SeatView } from "../../protocol/types";
import { useLabels, useSaid } from "../../model/table/said";
import { Shape } from "../../ui/Shape";
import { ANIMALS } from "../kuhhandel/values";
import type { TradeWords, Variant } from "../kuhhandel/variant";
import Bars from "./actions/Bars";
import { hintFor, HINTS } from "./hints";
import PedigreeHighlight, { HIGHLIGHTS, type MasterHighlight } from "./pedigree/PedigreeHighlight";
import { Pedigree } from "./pedigree/Pedigree";
import { usePrompt, useTurn } from "./prompt";
import Podium from "./Stage";
import { useTexts } from "./texts";

const Line = lazy(() => import("./hand/HandLine"));
const Secret = lazy(() => import("./hand/HandSecret"));

const RAT = "rat";

/** Whether the deck is divided and not auctioned off: only the game for two does so. */
export const divides = (seats: number): boolean => seats === 2;

function useTradeWords(): (animal: Kind) => TradeWords | null {
  const { t } = useTexts();
  const said = useSaid();
  return (animal) =>
    animal !== RAT
      ? null
      : {
          note: t("play.master.rid_of_it"),
          wants: (seat, stake) => t("play.master.wants", { seat, stake }),
          won: (seat, stake) => said("play.master.rid", { seat }, { stake }),
          acceptWhy: (count) => t("play.master.accept_why", { stake: t("animal_count.rat", { count }) }),
          money: (rule) => t(`play.master.money.${rule}`),
          answer: (how, challenger) => t(`phase.responding_rat.${how}`, { challenger }),
        };
}

function Pedigrees({ seat }: { readonly seat: SeatView }): ReactNode {
  const { t } = useTexts();
  return seat.pedigrees.map((animal) => (
    <li key={`+${animal}`} className="herd-card" title={t("play.master.pedigree_of", { animal: t(`animal.${animal}`) })}>
      <Pedigree animal={animal} size="xs" />
    </li>
  ));
}

/** Whose pedigree it is. */
function Honour({ animal, seats }: { readonly animal: Kind; readonly seats: readonly SeatView[] }): ReactNode {
  const { t } = useTexts();
  const names = useLabels();
  const honoured = seats.findIndex((seat) => seat.pedigrees.includes(animal as Animal));
  if (honoured < 0) return null;
  return (
    <span className="rosettes" title={t("play.master.pedigree_of", { animal: t(`animal.${animal}`) })}>
      <img src="/art/rosette.svg" alt={t("play.master.pedigree")} />
      <Shape seat={honoured} name={names[honoured] ?? ""} />
    </span>
  );
}

function Highlight({ event, events }: { readonly event: GameEvent; readonly events: readonly GameEvent[] }): ReactNode {
  return event.type in HIGHLIGHTS && <PedigreeHighlight event={event as MasterHighlight} events={events} />;
}

export const MASTER: Variant = {
  kinds: [...ANIMALS, RAT],
  unwanted: RAT,
  draws: [{ action: "divide", title: "play.master.divide", why: "play.master.divide_why", deck: "play.master.divide_why", must: "play.master.must_divide" }],
  turnKey: (seats) => (divides(seats) ? "turn_two" : "turn"),
  useTradeWords,
  Bar: Bars,
  Podium,
  Line,
  Secret,
  useTurn,
  usePrompt,
  // The count goes on under the same button.
  steady: ["countdown"],
  highlights: HIGHLIGHTS,
  Highlight,
  hints: HINTS,
  hintFor,
  Pedigree,
  HerdMore: Pedigrees,
  KindMore: Honour,
};
