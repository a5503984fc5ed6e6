/** A cow trade on the big screen: the two players opposite each other, and the offer face down. */
import type { CSSProperties, ReactNode } from "react";
import type { OfferingView, RespondingView, SeatView } from "../../../protocol/types";
import { Icon } from "../../../ui/Icon";
import { seatColour } from "../../../ui/Shape";
import { Face, Name } from "../../../widgets/screen/Seated";
import { Animal } from "../cards/Animal";
import { usePrompt } from "../prompt";
import { useTexts } from "../texts";
import { FaceDown } from "../trade/TradeStage";
import { useTradeWords } from "../trade/tradeWords";
import { useVariant } from "../variant";
import { TimeLeft } from "./Middle";
import { Purse } from "./Seat";

type TradeView = OfferingView | RespondingView;

interface SideProps {
  readonly seat: number;
  readonly data: SeatView;
  readonly phase: TradeView;
  /** Challenger or challenged, as a text. */
  readonly role: string;
  /** What this player has to decide; null: it is the other's turn. */
  readonly says: string | null;
}

function Trader({ seat, data, phase, role, says }: SideProps): ReactNode {
  const { t } = useTexts();
  const count = phase.phase === "responding" && seat === phase.challenger ? phase.count : null;
  return (
    <section className="sheet-of-paper tv-trader" style={{ "--pc": seatColour(seat) } as CSSProperties} data-seat={seat} data-asked={says !== null}>
      <header className="line">
        <Face seat={seat} />
        <div>
          <Name seat={seat} />
          <p>{role}</p>
        </div>
        <Purse data={data} />
      </header>
      <div className="line tv-pair-of herd-cards">
        {Array.from({ length: phase.stake }, (_, place) => (
          <Animal key={place} animal={phase.animal} size="s" mute={place > 0} />
        ))}
      </div>
      <div className="middle tv-laid">{says !== null && <p>{says}</p>}</div>
      <p className="tv-count">{count !== null && t("play.money.cards", { count })}</p>
    </section>
  );
}

export function Trade({ phase, seats }: { readonly phase: TradeView; readonly seats: readonly SeatView[] }): ReactNode {
  const { t } = useTexts();
  const prompt = usePrompt();
  const { note } = useTradeWords()(phase.animal);
  const { unwanted } = useVariant();
  const { challenger, challenged, animal, stake, bout } = phase;
  const asked = phase.phase === "offering" ? challenger : challenged;
  const side = (seat: number, role: string): ReactNode => {
    const data = seats[seat];
    return data !== undefined && <Trader seat={seat} data={data} phase={phase} role={role} says={seat === asked ? prompt : null} />;
  };
  return (
    <>
      {side(challenger, t("play.tag.challenger"))}
      <div className="centred tv-versus" data-unwanted={animal === unwanted}>
        <span className="middle">
          <Icon name="swap" size={96} />
        </span>
        <p className="sheet-of-paper">{t(`animal_count.${animal}`, { count: stake * 2 })}</p>
        {bout > 1 && <p className="sheet-of-paper">{t("play.stage.tie")}</p>}
        {note !== null && <p className="sheet-of-paper">{note}</p>}
        <TimeLeft seat={asked} />
      </div>
      {side(challenged, t("play.tag.challenged"))}
      {/* The scene plays here. */}
      <div className="trade tv-offers">{phase.phase === "responding" && <FaceDown count={phase.count} />}</div>
      <ul className="line tv-onlookers">
        {seats.map((_, seat) =>
          seat === challenger || seat === challenged ? null : (
            // oxlint-disable-next-line react/no-array-index-key -- a seat is its number
            <li key={seat} className="line tv-pill" data-seat={seat}>
              <Face seat={seat} />
              <Name seat={seat} />
            </li>
          ),
        )}
      </ul>
    </>
  );
}
