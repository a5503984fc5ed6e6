/** Somebody else at the table: who, how much money, which animals. */
import type { CSSProperties, ReactNode } from "react";
import { MoneyBack } from "../cards/Backs";
import { seatColour, Shape } from "../../../ui/Shape";
import { useTexts } from "../texts";
import type { SeatView } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { Herd } from "../cards/Herd";
import { kuhhandelView } from "../view";
import { useNames } from "../../../model/table/names";
import { OpenPurse } from "../cards/OpenPurse";
import { worth } from "../../../model/table/options";
import { useSoleAsked } from "../../../model/table/asked";
import { standing } from "../phase";
import { portrait } from "../../../model/table/portrait";
import { SeatTags } from "../../../widgets/SeatTags";
import { SeatRole } from "./SeatRole";
import { Counted } from "../../../theatre/Counted";
import "./Seat.css";
import "../../../ui/Portrait.css";

function Purse({ cards }: { readonly cards: number | null }): ReactNode {
  const { t } = useTexts();
  const name = cards === null ? t("play.purse.hidden") : t("cards.count", { count: cards });
  return (
    <div className="purse" role="img" aria-label={name} title={name}>
      {[0, 1, 2].slice(0, Math.min(3, cards ?? 3)).map((place) => (
        <MoneyBack key={place} size="xs" mute style={{ rotate: `${(place - 1) * 7}deg` }} />
      ))}
      <b aria-hidden="true">{cards === null ? "?" : <Counted value={cards} />}</b>
    </div>
  );
}

export function Seat({ seat, data }: { readonly seat: number; readonly data: SeatView }): ReactNode {
  const { t } = useTexts();
  const name = useNames()[seat] ?? "";
  const place = useTable((state) => state.party?.places[seat]);
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  const dove = useTable((state) => state.view?.game === "kuhhandel" && state.view.dove === seat);
  const asked = useSoleAsked();
  const gone = place?.kind === "person" && place.here !== true;
  const marks = [
    "player seat",
    phase !== undefined && standing(phase)?.seat === seat ? "lead" : "",
    asked === seat ? "asked" : "",
    gone ? "off" : "",
  ];
  return (
    <section
      className={marks.join(" ")}
      style={{ "--pc": seatColour(seat) } as CSSProperties}
      aria-label={name}
      data-seat={seat}
    >
      <header className="line">
        <span className="portrait">
          <img src={portrait(place, seat)} alt="" />
        </span>
        <div className="who">
          <b className="line">
            <Shape seat={seat} />
            <span className="name">{name}</span>
          </b>
          <SeatTags place={place}>
            {phase !== undefined && <SeatRole seat={seat} phase={phase} />}
            {dove && <span className="pill tag past-tag">{t("score.dove")}</span>}
          </SeatTags>
        </div>
        {data.purse === null ? <Purse cards={data.cards} /> : <b className="cash"><Counted value={worth(data.purse)} step={10} /></b>}
      </header>
      {data.purse !== null && <OpenPurse cards={data.purse} />}
      <Herd seat={data} />
    </section>
  );
}
