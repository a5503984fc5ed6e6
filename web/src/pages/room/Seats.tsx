/** The seats of a table that has not begun. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { SeatRow } from "./SeatRow";

export function Seats({ party }: { readonly party: PartyView }): ReactNode {
  const { t } = useTexts();
  const taken = party.places.filter(({ kind }) => kind !== "empty").length;
  return (
    <>
      <p className="visually-hidden" role="status">
        {t("home.landing.seats", { taken, all: party.places.length })}
      </p>
      <ul className="seat-rows">
        {party.places.map((place, seat) => (
          // oxlint-disable-next-line react/no-array-index-key -- a seat is its number
          <SeatRow key={seat} party={party} place={place} seat={seat} />
        ))}
      </ul>
    </>
  );
}
