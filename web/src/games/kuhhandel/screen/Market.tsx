/** The market on the big screen: the seats at both sides, and the auction or trade between them. */
import type { ComponentType, ReactNode } from "react";
import { useTable } from "../../../model/table/context";
import type { Kind, SeatView } from "../../../protocol/types";
import { Face } from "../../../widgets/screen/Seated";
import { isOwnPhase, type MorePhase, type OwnPhase } from "../phase";
import { Bunting } from "../stage/Bunting";
import { useTexts } from "../texts";
import { type KuhhandelView, kuhhandelView } from "../view";
import { Auction } from "./Auction";
import { DeckCard, Middle, Sentence } from "./Middle";
import { Seat } from "./Seat";
import { Trade } from "./Trade";

/** Which players own the animal that is sold. */
function Owners({ lot, seats }: { readonly lot: Kind; readonly seats: readonly SeatView[] }): ReactNode {
  const { t } = useTexts();
  const owners = seats.flatMap(({ herd }, seat) => ((herd[lot] ?? 0) > 0 ? [{ seat, count: herd[lot] ?? 0 }] : []));
  return (
    <li className="line tv-owners">
      <img src={`/art/${lot}.svg`} alt={t(`animal.${lot}`)} />
      {owners.length === 0 && <b>–</b>}
      {owners.map(({ seat, count }) => (
        <span key={seat} className="line">
          <Face seat={seat} alone /> <b>{count}</b>
        </span>
      ))}
    </li>
  );
}

function Own({ phase }: { readonly phase: OwnPhase }): ReactNode {
  const { t } = useTexts();
  switch (phase.phase) {
    case "bidding":
    case "envelopes":
    case "preemption":
    case "payment":
      return <Auction phase={phase} />;
    case "turn":
      return <Middle lot={<DeckCard />} below={<Sentence seat={phase.seat} />} />;
    case "between":
    case "ended":
      return <Middle lot={<DeckCard />} below={<p className="tv-sentence">{t(phase.phase === "ended" ? "phase.ended" : "phase.between")}</p>} />;
    case "offering":
    case "responding":
      return null;
  }
}

interface Props {
  readonly More: ComponentType<{ readonly phase: MorePhase }>;
  readonly scale: number;
}

function Sides({ view, More }: { readonly view: KuhhandelView } & Pick<Props, "More">): ReactNode {
  const { t } = useTexts();
  const { seats, phase } = view;
  const half = Math.ceil(seats.length / 2);
  const side = (from: number, to: number): ReactNode =>
    seats.slice(from, to).map((data, place) => <Seat key={from + place} seat={from + place} data={data} phase={phase} />);
  return (
    <>
      <ul className="tv-side" aria-label={t("play.seats")}>
        {side(0, half)}
      </ul>
      <div className="tv-middle">
        <Bunting />
        {isOwnPhase(phase) ? <Own phase={phase} /> : <More phase={phase} />}
      </div>
      <ul className="tv-side" aria-label={t("play.seats")}>
        {side(half, seats.length)}
        {seats.length % 2 === 1 && "lot" in phase && <Owners lot={phase.lot} seats={seats} />}
      </ul>
    </>
  );
}

export function Market({ More, scale }: Props): ReactNode {
  const view = useTable((state) => kuhhandelView(state.view));
  if (view === null) return null;
  const { phase } = view;
  const trade = phase.phase === "offering" || phase.phase === "responding";
  return (
    <div className="stage tv-stage" data-scale={scale} data-trade={trade} data-phase={phase.phase}>
      {trade ? <Trade phase={phase} seats={view.seats} /> : <Sides view={view} More={More} />}
    </div>
  );
}
