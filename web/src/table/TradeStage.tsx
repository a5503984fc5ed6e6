/** A cow trade as everybody sees it: who, for which animals, and how many cards lie on the table. */
import type { ReactNode } from "react";
import { Animal } from "../cards/Animal";
import { MoneyBack } from "../cards/Backs";
import { Icon } from "../cards/Icon";
import { Shape } from "../cards/Shape";
import { useTexts } from "../i18n/text";
import type { Kind, OfferingView, RespondingView } from "../protocol/types";
import { useTable } from "./context";
import { Countdown } from "./Countdown";
import { useNames } from "./names";
import { OpenPurse } from "./OpenPurse";
import { worth } from "./options";
import { asked } from "./phase";

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
    <div className="laid">
      <b className="cash">{worth(cards)}</b>
      <OpenPurse cards={cards} />
    </div>
  );
}

export function TradeStage({ phase }: { readonly phase: OfferingView | RespondingView }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const { challenger, challenged, animal, stake, bout } = phase;
  const seat = asked(phase);
  // Who sits nowhere and yet sees an offer looks back at a game that is over.
  const looksBack = useTable((state) => state.you === null);
  const open = looksBack && phase.phase === "responding" && phase.offer !== null;
  const waiting = phase.phase === "offering" ? "play.stage.offers" : "play.stage.answers";
  return (
    <div className={`trade ${animal === "rat" ? "vermin" : ""}`}>
      <div className="sd">
        <span className="nm2">
          <Shape seat={challenger} /> {names[challenger]}
        </span>
        <Stake animal={animal} count={stake} />
      </div>
      <div className="mid">
        {bout > 1 && <span className="tag l">{t("play.stage.tie")}</span>}
        <div className="offer">
          {phase.phase === "offering" ? (
            <Icon name="swap" size={40} />
          ) : open ? (
            <FaceUp cards={phase.offer ?? []} />
          ) : (
            <FaceDown count={phase.count} />
          )}
        </div>
        {animal === "rat" && <p className="rid">{t("play.master.rid_of_it")}</p>}
        <p className="asks">
          {t(waiting, { seat: names[seat ?? 0] ?? "" })} <Countdown seat={seat} />
        </p>
      </div>
      <div className="sd">
        <span className="nm2">
          <Shape seat={challenged} /> {names[challenged]}
        </span>
        <Stake animal={animal} count={stake} />
      </div>
    </div>
  );
}
