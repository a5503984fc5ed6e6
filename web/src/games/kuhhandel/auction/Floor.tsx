/** The faces of all at the table on a plank below the lot: who leads, with a paddle, who is out, and who auctions. Others read it at the seats. */
import type { CSSProperties, ReactNode } from "react";
import type { PhaseView } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { portrait } from "../../../model/table/portrait";
import { seatColour, Shape } from "../../../ui/Shape";
import { standing } from "../phase";
import { useOrder } from "../seats/order";
import { Gavel } from "./Gavel";
import "./Floor.css";

/** Where the middle of the table needs all the room, or nobody is to be looked at. */
const WITHOUT: readonly string[] = ["offering", "responding", "ended"];

/** Whose paddle is up, and what it says: money, or cards for a pedigree. */
function raised(phase: PhaseView): { readonly seat: number; readonly amount: number } | null {
  if (phase.phase === "pedigree_hammer") return phase.high;
  if (phase.phase === "pedigree_payment") return { seat: phase.payer, amount: phase.price };
  return standing(phase);
}

function isOut(seat: number, phase: PhaseView): boolean {
  const barred = "barred" in phase && phase.barred.includes(seat);
  return barred || (phase.phase === "bidding" && phase.passed.includes(seat) && phase.high?.seat !== seat);
}

function Bidder({ seat, phase }: { readonly seat: number; readonly phase: PhaseView }): ReactNode {
  const place = useTable((state) => state.party?.places[seat]);
  const up = raised(phase);
  const leads = up?.seat === seat;
  return (
    <span className={`bidder ${leads ? "leads" : ""} ${isOut(seat, phase) ? "out" : ""}`} style={{ "--pc": seatColour(seat) } as CSSProperties} data-bidder={seat}>
      <img src={portrait(place, seat)} alt="" />
      <Shape seat={seat} />
      {"auctioneer" in phase && phase.auctioneer === seat && <Gavel />}
      {/* The key raises it again for every bid. */}
      {leads && <b className="paddle" key={up.amount}>{up.amount}!</b>}
    </span>
  );
}

export function Floor({ phase }: { readonly phase: PhaseView }): ReactNode {
  const order = useOrder();
  if (WITHOUT.includes(phase.phase)) return null;
  return (
    <div className={`floor floor-${order.length}`} aria-hidden="true">
      {order.map((seat) => (
        <Bidder key={seat} seat={seat} phase={phase} />
      ))}
    </div>
  );
}
