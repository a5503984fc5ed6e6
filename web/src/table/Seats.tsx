/** The others, clockwise from one's own left. Who looks on sees all. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import type { SeatView } from "../protocol/types";
import { useTable } from "./context";
import { marketOf } from "./market";
import { Seat } from "./Seat";

const NOBODY: readonly SeatView[] = [];

export function Seats(): ReactNode {
  const { t } = useTexts();
  const you = useTable((state) => state.you);
  const seats = useTable((state) => marketOf(state.view)?.seats) ?? NOBODY;
  const first = you === null ? 0 : you + 1;
  const order = seats.map((_, place) => (first + place) % seats.length).filter((seat) => seat !== you);
  return (
    // A row that is too long for a phone scrolls, also by keyboard.
    <div className={`seats n${order.length}`} role="group" aria-label={t("play.seats")} tabIndex={order.length > 3 ? 0 : -1}>
      {order.map((seat) => {
        const data = seats[seat];
        return data && <Seat key={seat} seat={seat} data={data} />;
      })}
    </div>
  );
}
