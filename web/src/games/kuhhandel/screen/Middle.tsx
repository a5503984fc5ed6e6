/** The middle of the market: the lot on the plank, a box beside it, and a bar below. */
import { type ReactNode, useEffect, useRef } from "react";
import { useTable, useTableStore } from "../../../model/table/context";
import { gone, remaining, useDeadline, useLength } from "../../../model/table/clock";
import { Icon } from "../../../ui/Icon";
import { AnimalBack, MoneyBack } from "../cards/Backs";
import { usePrompt } from "../prompt";
import { useTexts } from "../texts";
import { kuhhandelView } from "../view";

/** A bar that shrinks as the time of a seat, or until the next call (null), runs out. */
export function TimeLeft({ seat }: { readonly seat: number | null }): ReactNode {
  const store = useTableStore();
  const at = useDeadline(seat);
  const lasts = useLength(seat);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const left = at === undefined ? 0 : at - Date.now() - store.getState().ahead;
    if (bar.current === null || left <= 0) return undefined;
    const run = bar.current.animate([{ transform: `scaleX(${1 - gone(left, lasts)})` }, { transform: "scaleX(0)" }], {
      delay: left - remaining(left, lasts),
      duration: remaining(left, lasts),
      fill: "both",
    });
    return () => run.cancel();
  }, [at, lasts, store]);
  return <i className="tv-time" ref={bar} aria-hidden="true" data-runs={at !== undefined} />;
}

/** What the table waits for, and how long. */
export function Sentence({ seat }: { readonly seat: number | null }): ReactNode {
  const prompt = usePrompt();
  return (
    <p className="tv-sentence">
      {prompt} <TimeLeft seat={seat} />
    </p>
  );
}

/** The deck, while there is no lot. */
export function DeckCard(): ReactNode {
  const { t } = useTexts();
  const deck = useTable((state) => kuhhandelView(state.view)?.deck ?? 0);
  const back = useTable(({ view }) => (view !== null && "backs" in view ? view.backs[0] : undefined));
  return (
    <div className="tv-pile" role="img" aria-label={t("table.deck", { count: deck })}>
      {deck > 0 && (back === "money" ? <MoneyBack size="xl" mute /> : <AnimalBack size="xl" mute />)}
      <b className="line" aria-hidden="true">
        <Icon name="deck" size={28} /> {deck}
      </b>
    </div>
  );
}

interface Props {
  readonly lot: ReactNode;
  /** Beside the lot: a price, or what lies there. */
  readonly box?: ReactNode;
  readonly below: ReactNode;
}

export function Middle({ lot, box, below }: Props): ReactNode {
  return (
    <>
      <div className="tv-plank">
        {lot}
        {box}
      </div>
      <div className="sheet-of-paper tv-below">{below}</div>
    </>
  );
}
