/** Somebody else at the table: who, how much money, which animals. */
import type { CSSProperties, ReactNode } from "react";
import { MoneyBack } from "../cards/Backs";
import { seatColour, Shape } from "../cards/Shape";
import { useTexts } from "../i18n/text";
import type { PlaceView, SeatView } from "../protocol/types";
import { useTable } from "./context";
import { Herd } from "./Herd";
import { marketOf } from "./market";
import { useNames } from "./names";
import { OpenPurse } from "./OpenPurse";
import { worth } from "./options";
import { asked, standing } from "./phase";
import { SeatTags } from "./SeatTags";

function portrait(place: PlaceView | undefined, seat: number): string {
  if (place?.kind === "bot" || place?.away === true) return "robot";
  return seat % 2 === 0 ? "farmer" : "farmer-w";
}

function Purse({ cards }: { readonly cards: number | null }): ReactNode {
  const { t } = useTexts();
  const name = cards === null ? t("play.purse.hidden") : t("cards.count", { count: cards });
  return (
    <div className="purse" role="img" aria-label={name} title={name}>
      {[0, 1, 2].slice(0, Math.min(3, cards ?? 3)).map((place) => (
        <MoneyBack key={place} size="xs" mute style={{ rotate: `${(place - 1) * 7}deg` }} />
      ))}
      <b aria-hidden="true">{cards ?? "?"}</b>
    </div>
  );
}

export function Seat({ seat, data }: { readonly seat: number; readonly data: SeatView }): ReactNode {
  const name = useNames()[seat] ?? "";
  const place = useTable((state) => state.party?.places[seat]);
  const phase = useTable((state) => marketOf(state.view)?.phase);
  const dove = useTable((state) => state.view?.game === "kuhhandel" && state.view.dove === seat);
  const gone = place?.kind === "person" && place.here !== true;
  const marks = [
    "seat",
    phase !== undefined && standing(phase)?.seat === seat ? "lead" : "",
    phase !== undefined && asked(phase) === seat ? "asked" : "",
    gone ? "off" : "",
  ];
  return (
    <section
      className={marks.join(" ")}
      style={{ "--pc": seatColour(seat) } as CSSProperties}
      aria-label={name}
      data-seat={seat}
    >
      <header>
        <span className="av">
          <img src={`/art/${portrait(place, seat)}.svg`} alt="" />
        </span>
        <div className="who">
          <b>
            <Shape seat={seat} />
            <span className="name">{name}</span>
          </b>
          <SeatTags seat={seat} place={place} phase={phase} dove={dove} />
        </div>
        {data.purse === null ? <Purse cards={data.cards} /> : <b className="cash">{worth(data.purse)}</b>}
      </header>
      {data.purse !== null && <OpenPurse cards={data.purse} />}
      <Herd herd={data.herd} pedigrees={data.pedigrees} />
    </section>
  );
}
