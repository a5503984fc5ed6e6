/** Who owns what, four places for each kind. All of it is public, and every trade begins here. */
import type { ReactNode } from "react";
import { Shape } from "../../../ui/Shape";
import { VALUE } from "../values";
import { useVariant } from "../variant";
import { useTexts } from "../texts";
import type { Animal, Kind as Species, SeatView } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { kuhhandelView } from "../view";
import { useLabels } from "../../../model/table/said";
import "./HerdMatrix.css";

const FOUR = [0, 1, 2, 3];
const NOBODY: readonly SeatView[] = [];

function Kind({ animal, seats }: { readonly animal: Species; readonly seats: readonly SeatView[] }): ReactNode {
  const { t } = useTexts();
  const names = useLabels();
  const { KindMore } = useVariant();
  const owners = seats.flatMap((seat, at) => Array<number>(seat.herd[animal] ?? 0).fill(at));
  return (
    <li>
      <img src={`/art/${animal}.svg`} alt={t(`animal.${animal}`)} title={t(`animal.${animal}`)} />
      <b>{VALUE[animal as Animal] ?? "–"}</b>
      <span className="slots">
        {FOUR.map((place) => {
          const owner = owners[place];
          if (owner === undefined) return <i key={place} className="empty-slot" />;
          return <Shape key={place} seat={owner} name={names[owner] ?? ""} />;
        })}
      </span>
      <KindMore animal={animal} seats={seats} />
    </li>
  );
}

export function HerdMatrix(): ReactNode {
  const { t } = useTexts();
  const seats = useTable((state) => kuhhandelView(state.view)?.seats) ?? NOBODY;
  const { kinds, unwanted } = useVariant();
  return (
    <section className={`herd ${unwanted === null ? "" : "rats"}`}>
      <h2>{t("play.matrix")}</h2>
      <ul>
        {kinds.toReversed().map((animal) => (
          <Kind key={animal} animal={animal} seats={seats} />
        ))}
      </ul>
    </section>
  );
}
