/** Who owns what: ten kinds, four places each. All of it is public, and every trade begins here. */
import type { ReactNode } from "react";
import { Shape } from "../cards/Shape";
import { ANIMALS, VALUE } from "../cards/values";
import { useTexts } from "../i18n/text";
import type { Animal, SeatView } from "../protocol/types";
import { useTable } from "./context";
import { useNames } from "./names";

const FOUR = [0, 1, 2, 3];
const NOBODY: readonly SeatView[] = [];
const DEAREST_FIRST = ANIMALS.toReversed();

function Kind({ animal, seats }: { readonly animal: Animal; readonly seats: readonly SeatView[] }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const owners = seats.flatMap((seat, at) => Array<number>(seat.herd[animal] ?? 0).fill(at));
  return (
    <li>
      <img src={`/art/${animal}.svg`} alt={t(`animal.${animal}`)} title={t(`animal.${animal}`)} />
      <b>{VALUE[animal]}</b>
      <span className="sl">
        {FOUR.map((place) => {
          const owner = owners[place];
          if (owner === undefined) return <i key={place} className="e" />;
          return <Shape key={place} seat={owner} name={names[owner] ?? ""} />;
        })}
      </span>
    </li>
  );
}

export function HerdMatrix(): ReactNode {
  const { t } = useTexts();
  const seats = useTable((state) => state.view?.seats) ?? NOBODY;
  return (
    <section className="herd">
      <h2>{t("play.matrix")}</h2>
      <ul>
        {DEAREST_FIRST.map((animal) => (
          <Kind key={animal} animal={animal} seats={seats} />
        ))}
      </ul>
    </section>
  );
}
