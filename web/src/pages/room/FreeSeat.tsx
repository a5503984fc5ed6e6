/** A free seat: somebody may sit down, or the host puts a bot there. */
import type { CSSProperties, ReactNode } from "react";
import { Shape } from "../../ui/Shape";
import { useGame } from "../../model/game/context";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { useTable, useTableStore } from "../../model/table/context";
import { usePreferences } from "../../model/table/preferences";
import { newBots } from "./newBots";
import { useSitDown } from "./useSitDown";
import "../../ui/Portrait.css";

interface Props {
  readonly party: PartyView;
  readonly seat: number;
  readonly style: CSSProperties;
}

export function FreeSeat({ party, seat, style }: Props): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const may = useTable((state) => state.may);
  const bots = useGame()?.bots;
  const sitDown = useSitDown();
  const level = usePreferences((state) => state.level);
  return (
    <li className="line seat-row seat-free" style={style}>
      <span className="portrait" aria-hidden="true">
        ?
      </span>
      <div className="seat-name">
        <div className="line">
          <Shape seat={seat} />
          <b>{t("home.room.free")}</b>
        </div>
      </div>
      {sitDown !== null && (
        <button type="button" className="btn" onClick={() => sitDown(seat)}>
          {t("home.room.sit")}
          <span className="visually-hidden">{t("seat.name", { seat: seat + 1 })}</span>
        </button>
      )}
      {may.includes("seat_bot") && bots !== undefined && (
        <button
          type="button"
          className="btn"
          onClick={() => newBots(bots, party.places, 1, level).forEach((bot) => store.ask({ type: "seat_bot", seat, bot }))}
        >
          {t("home.room.add_bot")}
          <span className="visually-hidden">{t("seat.name", { seat: seat + 1 })}</span>
        </button>
      )}
    </li>
  );
}
