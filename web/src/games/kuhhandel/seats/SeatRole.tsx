/** The part that a seat has in the phase that goes on. */
import type { ReactNode } from "react";
import type { PhaseView } from "../../../protocol/types";
import { standing } from "../phase";
import { type OwnKey, useTexts } from "../texts";

interface Role {
  readonly part: "auctioneer" | "leads" | "barred" | "passed" | "turn" | "challenger" | "challenged";
  readonly look: "host" | "lead" | "out" | "past";
}

export function roleOf(seat: number, phase: PhaseView): Role | null {
  if ("auctioneer" in phase && phase.auctioneer === seat) return { part: "auctioneer", look: "host" };
  if (standing(phase)?.seat === seat) return { part: "leads", look: "lead" };
  if ("barred" in phase && phase.barred.includes(seat)) return { part: "barred", look: "out" };
  if (phase.phase === "bidding" && phase.passed.includes(seat)) return { part: "passed", look: "past" };
  if (phase.phase === "turn" && phase.seat === seat) return { part: "turn", look: "lead" };
  if ("challenger" in phase && phase.challenger === seat) return { part: "challenger", look: "host" };
  if ("challenged" in phase && phase.challenged === seat) return { part: "challenged", look: "lead" };
  return null;
}

export function SeatRole({ seat, phase }: { readonly seat: number; readonly phase: PhaseView }): ReactNode {
  const { t } = useTexts();
  const role = roleOf(seat, phase);
  if (role === null) return null;
  const amount = role.part === "leads" ? standing(phase)?.amount : undefined;
  const text = t(`play.tag.${role.part}` satisfies OwnKey, { amount: amount ?? 0 });
  return (
    <span className={`pill tag ${role.look}-tag ${role.part === "auctioneer" ? "on-plank" : ""}`}>
      {amount === undefined ? (
        text
      ) : (
        <>
          <span className="full-tag">{text}</span>
          <span className="brief-tag" aria-hidden="true" data-drawn={amount} />
        </>
      )}
    </span>
  );
}
