/** A free seat: somebody may sit down, or the host puts a bot there. */
import type { CSSProperties, ReactNode } from "react";
import { Shape } from "../../cards/Shape";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { useTable, useTableStore } from "../../table/context";
import { newBots } from "./bots";
import { useSitDown } from "./useSitDown";

interface Props {
  readonly party: PartyView;
  readonly seat: number;
  readonly style: CSSProperties;
}

export function FreeSeat({ party, seat, style }: Props): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const may = useTable((state) => state.may);
  const sitDown = useSitDown();
  return (
    <li className="seat-row seat-free" style={style}>
      <span className="portrait" aria-hidden="true">
        ?
      </span>
      <div className="seat-name">
        <div>
          <Shape seat={seat} />
          <b>{t("home.room.free")}</b>
        </div>
      </div>
      {sitDown !== null && (
        <button type="button" className="btn" onClick={() => sitDown(seat)}>
          {t("home.room.sit")}
          <span className="sr">{t("seat.name", { seat: seat + 1 })}</span>
        </button>
      )}
      {may.includes("seat_bot") && (
        <button
          type="button"
          className="btn"
          onClick={() => newBots(party.edition, party.places, 1).forEach((bot) => store.ask({ type: "seat_bot", seat, bot }))}
        >
          {t("home.room.add_bot")}
          <span className="sr">{t("seat.name", { seat: seat + 1 })}</span>
        </button>
      )}
    </li>
  );
}
