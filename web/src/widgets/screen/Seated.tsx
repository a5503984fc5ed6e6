/** A player on the big screen: the portrait, and the name with the sign of the seat. */
import type { CSSProperties, ReactNode } from "react";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { portrait } from "../../model/table/portrait";
import { seatColour, Shape } from "../../ui/Shape";
import "./Seated.css";

interface Props {
  readonly seat: number;
}

/** `alone`: there is no name beside it. */
export function Face({ seat, alone = false }: Props & { readonly alone?: boolean }): ReactNode {
  const place = useTable((state) => state.party?.places[seat]);
  const name = useNames()[seat] ?? "";
  return (
    <span className="middle tv-face" style={{ "--pc": seatColour(seat) } as CSSProperties}>
      <img src={portrait(place, seat)} alt={alone ? name : ""} />
    </span>
  );
}

export function Name({ seat }: Props): ReactNode {
  const name = useNames()[seat] ?? "";
  return (
    <b className="line tv-name">
      <Shape seat={seat} /> <span>{name}</span>
    </b>
  );
}
