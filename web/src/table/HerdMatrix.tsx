/** Who owns what: ten kinds, four places each. All of it is public, and every trade begins here. */
import type { ReactNode } from "react";
import { Shape } from "../cards/Shape";
import { ANIMALS, KINDS, VALUE } from "../cards/values";
import { useTexts } from "../i18n/text";
import type { Kind as Species, SeatView } from "../protocol/types";
import { useTable } from "./context";
import { marketOf } from "./market";
import { useNames } from "./names";

const FOUR = [0, 1, 2, 3];
const NOBODY: readonly SeatView[] = [];
const DEAREST_FIRST = ANIMALS.toReversed();
const WITH_RATS = KINDS.toReversed();

function Kind({ animal, seats }: { readonly animal: Species; readonly seats: readonly SeatView[] }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const owners = seats.flatMap((seat, at) => Array<number>(seat.herd[animal] ?? 0).fill(at));
  const honoured = animal === "rat" ? -1 : seats.findIndex((seat) => seat.pedigrees.includes(animal));
  return (
    <li>
      <img src={`/art/${animal}.svg`} alt={t(`animal.${animal}`)} title={t(`animal.${animal}`)} />
      <b>{animal === "rat" ? "–" : VALUE[animal]}</b>
      <span className="sl">
        {FOUR.map((place) => {
          const owner = owners[place];
          if (owner === undefined) return <i key={place} className="e" />;
          return <Shape key={place} seat={owner} name={names[owner] ?? ""} />;
        })}
      </span>
      {honoured >= 0 && (
        <span className="ros" title={t("play.master.pedigree_of", { animal: t(`animal.${animal}`) })}>
          <img src="/art/rosette.svg" alt={t("play.master.pedigree")} />
          <Shape seat={honoured} name={names[honoured] ?? ""} />
        </span>
      )}
    </li>
  );
}

export function HerdMatrix(): ReactNode {
  const { t } = useTexts();
  const seats = useTable((state) => marketOf(state.view)?.seats) ?? NOBODY;
  const rats = useTable((state) => state.view?.game === "master");
  const kinds = rats ? WITH_RATS : DEAREST_FIRST;
  return (
    <section className={`herd ${rats ? "rats" : ""}`}>
      <h2>{t("play.matrix")}</h2>
      <ul>
        {kinds.map((animal) => (
          <Kind key={animal} animal={animal} seats={seats} />
        ))}
      </ul>
    </section>
  );
}
