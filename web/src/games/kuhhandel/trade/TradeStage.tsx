/** A cow trade as everybody sees it: who, for which animals, and how many cards lie on the table. */
import type { ReactNode } from "react";
import { Animal } from "../cards/Animal";
import { MoneyBack } from "../cards/Backs";
import { Icon } from "../../../ui/Icon";
import { Shape } from "../../../ui/Shape";
import { useTexts } from "../texts";
import type { Kind, OfferingView, RespondingView } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { useLabels, useSaid } from "../../../model/table/said";
import { OpenPurse } from "../cards/OpenPurse";
import { worth } from "../../../model/table/options";
import { useTradeWords } from "./tradeWords";
import { useVariant } from "../variant";
import "./TradeStage.css";

export function Stake({ animal, count }: { readonly animal: Kind; readonly count: number }): ReactNode {
  return (
    <div className="pair">
      {Array.from({ length: count }, (_, place) => (
        <Animal key={place} animal={animal} size="l" mute={place > 0} />
      ))}
    </div>
  );
}

/** An offer, face down. Nothing is drawn for a number that is hidden but a covering hand. */
export function FaceDown({ count, size = "s" }: { readonly count: number | null; readonly size?: "s" | "l" }): ReactNode {
  const { t } = useTexts();
  if (count === null) {
    return (
      <div className="backs covered" role="img" aria-label={t("table.offer_hidden")}>
        <MoneyBack size={size} mute />
        <img src="/art/hand.svg" alt="" />
      </div>
    );
  }
  const middle = (count - 1) / 2;
  return (
    <div className="backs" role="img" aria-label={t("table.offer_count", { count })}>
      {Array.from({ length: count }, (_, place) => (
        <MoneyBack
          key={place}
          size={size}
          mute
          style={{
            rotate: `${((place - middle) * 36) / Math.max(4, count)}deg`,
            translate: `0 ${Math.abs(place - middle) * (12 / Math.max(3, count))}px`,
          }}
        />
      ))}
    </div>
  );
}

function FaceUp({ cards }: { readonly cards: readonly number[] }): ReactNode {
  return (
    <div className="laid-open">
      <b className="cash">{worth(cards)}</b>
      <OpenPurse cards={cards} />
    </div>
  );
}

export function TradeStage({ phase }: { readonly phase: OfferingView | RespondingView }): ReactNode {
  const { t } = useTexts();
  const names = useLabels();
  const said = useSaid();
  const { challenger, challenged, animal, stake, bout } = phase;
  const { unwanted } = useVariant();
  const { note } = useTradeWords()(animal);
  const seat = phase.phase === "offering" ? challenger : challenged;
  // Whoever sits nowhere and yet sees an offer looks back at a game that is over.
  const looksBack = useTable((state) => state.you === null);
  const open = looksBack && phase.phase === "responding" && phase.offer !== null;
  const waiting = phase.phase === "offering" ? "play.stage.offers" : "play.stage.answers";
  return (
    <div className={`sheet-of-paper trade ${animal === unwanted ? "vermin" : ""}`}>
      <div className="trade-side">
        <span className="line trader">
          <Shape seat={challenger} /> {names[challenger]}
        </span>
        <Stake animal={animal} count={stake} />
      </div>
      <div className="trade-middle">
        {bout > 1 && <span className="pill tag lead-tag">{t("play.stage.tie")}</span>}
        <div className="offer">
          {phase.phase === "offering" ? (
            <Icon name="swap" size={40} />
          ) : open ? (
            <FaceUp cards={phase.offer ?? []} />
          ) : (
            <FaceDown count={phase.count} />
          )}
        </div>
        {note !== null && <p className="rid">{note}</p>}
        <p className="asks">
          {said(waiting, { seat })} <Countdown seat={seat} />
        </p>
      </div>
      <div className="trade-side">
        <span className="line trader">
          <Shape seat={challenged} /> {names[challenged]}
        </span>
        <Stake animal={animal} count={stake} />
      </div>
    </div>
  );
}
