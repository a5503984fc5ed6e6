/** The part that a seat has in the phase that goes on. */
import type { ReactNode } from "react";
import type { PhaseView } from "../../protocol/types";
import { standing } from "./phase";
import { useTexts } from "./texts";

export function SeatRole({ seat, phase }: { readonly seat: number; readonly phase: PhaseView }): ReactNode {
  const { t } = useTexts();
  const high = standing(phase);
  if ("auctioneer" in phase && phase.auctioneer === seat) return <span className="pill tag host-tag">{t("play.tag.auctioneer")}</span>;
  if (high?.seat === seat) {
    return (
      <span className="pill tag lead-tag">
        <span className="full-tag">{t("play.tag.leads", { amount: high.amount })}</span>
        <span className="brief-tag" aria-hidden="true" data-drawn={high.amount} />
      </span>
    );
  }
  if ("barred" in phase && phase.barred.includes(seat)) return <span className="pill tag out-tag">{t("play.tag.barred")}</span>;
  if (phase.phase === "bidding" && phase.passed.includes(seat)) return <span className="pill tag past-tag">{t("play.tag.passed")}</span>;
  if (phase.phase === "turn" && phase.seat === seat) return <span className="pill tag lead-tag">{t("play.tag.turn")}</span>;
  if ("challenger" in phase && phase.challenger === seat) return <span className="pill tag host-tag">{t("play.tag.challenger")}</span>;
  if ("challenged" in phase && phase.challenged === seat) return <span className="pill tag lead-tag">{t("play.tag.challenged")}</span>;
  return null;
}
