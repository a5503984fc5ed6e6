/** The others, clockwise from one's own left. A spectator sees everybody. */
import type { ReactNode } from "react";
import { useTexts } from "../texts";
import type { SeatView } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { kuhhandelView } from "../view";
import { Seat } from "./Seat";
import { useOrder } from "./order";
import "./Seats.css";

const NOBODY: readonly SeatView[] = [];

export function Seats(): ReactNode {
  const { t } = useTexts();
  const you = useTable((state) => state.you);
  const seats = useTable((state) => kuhhandelView(state.view)?.seats) ?? NOBODY;
  const order = useOrder().filter((seat) => seat !== you);
  return (
    // A row that is too long for a phone scrolls, also by keyboard.
    <div className={`seats seats-${order.length}`} role="group" aria-label={t("play.seats")} tabIndex={order.length > 3 ? 0 : -1}>
      {order.map((seat) => {
        const data = seats[seat];
        return data && <Seat key={seat} seat={seat} data={data} />;
      })}
    </div>
  );
}
