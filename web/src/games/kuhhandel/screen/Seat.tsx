/** A seat on the big screen: the name, the number of money cards, the animals. */
import type { CSSProperties, ReactNode } from "react";
import { useTable } from "../../../model/table/context";
import { worth } from "../../../model/table/options";
import type { PhaseView, SeatView } from "../../../protocol/types";
import { Counted } from "../../../theatre/Counted";
import { Icon } from "../../../ui/Icon";
import { seatColour } from "../../../ui/Shape";
import { Face, Name } from "../../../widgets/screen/Seated";
import { MoneyBack } from "../cards/Backs";
import { standing } from "../phase";
import { roleOf } from "../seats/SeatRole";
import { useTexts } from "../texts";
import { useVariant } from "../variant";
import "../../../widgets/SeatTags.css";

const FOUR = [1, 2, 3, 4];

/** The number of money cards, or the sum where money is open. */
export function Purse({ data }: { readonly data: SeatView }): ReactNode {
  const { t } = useTexts();
  if (data.purse !== null) return <b className="tv-purse cash">{worth(data.purse)}</b>;
  const name = data.cards === null ? t("play.purse.hidden") : t("cards.count", { count: data.cards });
  return (
    <span className="tv-purse purse" role="img" aria-label={name}>
      <MoneyBack size="xs" mute />
      {data.cards !== null && (
        <b aria-hidden="true">
          <Counted value={data.cards} />
        </b>
      )}
    </span>
  );
}

/** A picture of each kind, with a dot for each card. */
function Herd({ data: { herd, pedigrees } }: { readonly data: SeatView }): ReactNode {
  const { t } = useTexts();
  const { kinds, unwanted } = useVariant();
  const own = kinds.filter((kind) => (herd[kind] ?? 0) > 0);
  return (
    <ul className="tv-herd herd-cards" data-many={own.length + pedigrees.length}>
      {own.map((kind) => {
        const count = herd[kind] ?? 0;
        return (
          <li key={kind} data-full={count === 4} data-unwanted={kind === unwanted}>
            <img src={`/art/${kind}.svg`} alt={t(`animal_count.${kind}`, { count })} />
            <span className="line tv-pips" aria-hidden="true">
              {FOUR.map((pip) => (
                <i key={pip} data-on={pip <= count} />
              ))}
            </span>
          </li>
        );
      })}
      {pedigrees.map((animal) => (
        <li key={`+${animal}`} className="tv-pedigree">
          <img src={`/art/${animal}.svg`} alt={t(`animal.${animal}`)} />
          <img src="/art/rosette.svg" alt="" />
        </li>
      ))}
    </ul>
  );
}

interface Props {
  readonly seat: number;
  readonly data: SeatView;
  readonly phase: PhaseView;
}

export function Seat({ seat, data, phase }: Props): ReactNode {
  const { t } = useTexts();
  const place = useTable((state) => state.party?.places[seat]);
  const role = roleOf(seat, phase);
  const high = standing(phase);
  const gone = place?.kind !== "person" ? null : place.away === true ? "away" : place.here === true ? null : "offline";
  return (
    <li className="sheet-of-paper tv-seat" style={{ "--pc": seatColour(seat) } as CSSProperties} data-seat={seat} data-leads={high?.seat === seat} data-gone={gone !== null}>
      <header>
        <Face seat={seat} />
        <Name seat={seat} />
        <Purse data={data} />
        <p className="line tv-role">
          {role !== null && <span className={`tag ${role.look}-tag`}>{t(`play.tag.${role.part}`, { amount: high?.amount ?? 0 })}</span>}
          {gone !== null && (
            <span role="img" aria-label={t(`play.tag.${gone}`)}>
              <Icon name={gone === "away" ? "robot" : "nowifi"} size={28} />
            </span>
          )}
        </p>
      </header>
      <Herd data={data} />
    </li>
  );
}
