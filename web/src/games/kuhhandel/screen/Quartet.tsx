/** A new quartet takes the whole screen for a moment. */
import { type ReactNode, useEffect, useState } from "react";
import { useTable } from "../../../model/table/context";
import { paced } from "../../../model/table/preferences";
import { useSaid } from "../../../model/table/said";
import type { Kind, SeatView } from "../../../protocol/types";
import { Face, Name } from "../../../widgets/screen/Seated";
import { Animal } from "../cards/Animal";
import { BEAT } from "../stage/Highlight";
import { useTexts } from "../texts";
import { VALUE } from "../values";
import { useVariant } from "../variant";
import { kuhhandelView } from "../view";

const FOUR = [1, 2, 3, 4];
const RAYS = Array.from({ length: 24 }, (_, ray) => ray * 15);
const NOBODY: readonly SeatView[] = [];

interface Made {
  readonly seat: number;
  readonly animal: Kind;
}

/** Return the quartet that a step completed, if any. */
export function newQuartet(before: readonly SeatView[], now: readonly SeatView[], kinds: readonly Kind[]): Made | null {
  if (before.length !== now.length) return null;
  for (const [seat, { herd }] of now.entries()) {
    const animal = kinds.find((kind) => herd[kind] === 4 && (before[seat]?.herd[kind] ?? 0) < 4);
    if (animal !== undefined) return { seat, animal };
  }
  return null;
}

function useNewQuartet(): Made | null {
  const seats = useTable((state) => kuhhandelView(state.view)?.seats) ?? NOBODY;
  const fresh = useTable(({ events }) => events.length > 0);
  const { kinds, unwanted } = useVariant();
  const [known, setKnown] = useState(seats);
  const [made, setMade] = useState<Made | null>(null);
  if (known !== seats) {
    setKnown(seats);
    const found = fresh ? newQuartet(known, seats, kinds.filter((kind) => kind !== unwanted)) : null;
    if (found !== null) setMade(found);
  }
  useEffect(() => {
    if (made === null) return undefined;
    const timer = setTimeout(() => setMade(null), paced(BEAT) || BEAT);
    return () => clearTimeout(timer);
  }, [made]);
  return made;
}

export function Quartet(): ReactNode {
  const { t } = useTexts();
  const said = useSaid();
  const made = useNewQuartet();
  if (made === null) return null;
  const { seat, animal } = made;
  return (
    <div className="tv-quartet" data-quartet={animal} aria-label={said("play.herd.quartet", { seat })} role="img">
      <svg viewBox="-500 -300 1000 600" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {RAYS.map((turn) => (
          <path key={turn} d="M0 0 900-50 900 50z" transform={`rotate(${turn})`} />
        ))}
      </svg>
      <div className="line tv-four">
        {FOUR.map((card) => (
          <Animal key={card} animal={animal} size="l" mute />
        ))}
      </div>
      <p className="line tv-pill">
        <Face seat={seat} />
        <Name seat={seat} />
      </p>
      <h2 className="sheet-of-paper">{t("play.herd.quartet")}</h2>
      <p className="tv-worth">{animal in VALUE && VALUE[animal as keyof typeof VALUE]}</p>
    </div>
  );
}
