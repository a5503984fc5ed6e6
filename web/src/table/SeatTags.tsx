/** What is to be known about a seat just now, in a word or two. */
import type { ReactNode } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import type { PhaseView, PlaceView } from "../protocol/types";
import { standing } from "./phase";

interface Props {
  readonly seat: number;
  readonly place: PlaceView | undefined;
  readonly phase: PhaseView | undefined;
  readonly dove: boolean;
}

function Role({ seat, phase }: { readonly seat: number; readonly phase: PhaseView }): ReactNode {
  const { t } = useTexts();
  const high = standing(phase);
  if ("auctioneer" in phase && phase.auctioneer === seat) return <span className="tag a">{t("play.tag.auctioneer")}</span>;
  if (high?.seat === seat) return <span className="tag l">{t("play.tag.leads", { amount: high.amount })}</span>;
  if (phase.phase === "bidding" && phase.barred.includes(seat)) return <span className="tag o">{t("play.tag.barred")}</span>;
  if (phase.phase === "bidding" && phase.passed.includes(seat)) return <span className="tag p">{t("play.tag.passed")}</span>;
  if (phase.phase === "turn" && phase.seat === seat) return <span className="tag l">{t("play.tag.turn")}</span>;
  if ("challenger" in phase && phase.challenger === seat) return <span className="tag a">{t("play.tag.challenger")}</span>;
  if ("challenged" in phase && phase.challenged === seat) return <span className="tag l">{t("play.tag.challenged")}</span>;
  return null;
}

export function SeatTags({ seat, place, phase, dove }: Props): ReactNode {
  const { t } = useTexts();
  const person = place?.kind === "person";
  return (
    <span className="tags">
      {phase !== undefined && <Role seat={seat} phase={phase} />}
      {dove && <span className="tag p">{t("score.dove")}</span>}
      {person && place.away === true && (
        <span className="tag o">
          <Icon name="robot" size={13} />
          {t("play.tag.away")}
        </span>
      )}
      {person && place.away !== true && place.here !== true && (
        <span className="tag o">
          <Icon name="nowifi" size={13} />
          {t("play.tag.offline")}
        </span>
      )}
    </span>
  );
}
