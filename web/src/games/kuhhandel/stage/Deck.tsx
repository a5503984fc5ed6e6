/** What is left of the deck; whoever's turn it is can take the top card, as with real cards. */
import type { ReactNode } from "react";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { Icon } from "../../../ui/Icon";
import { AnimalBack, MoneyBack } from "../cards/Backs";
import { useDraw } from "./draw";
import { useTexts } from "../texts";
import { kuhhandelView } from "../view";
import "./Stage.css";

export function Deck({ count }: { readonly count: number }): ReactNode {
  const { t, find } = useTexts();
  const act = useAct();
  const still = !useReady();
  const waiting = useWaiting();
  const draw = useDraw();
  const back = useTable(({ view }) => topBack(kuhhandelView(view)));
  const cards = (
    <>
      <span className={`deck-stack ${count === 0 ? "empty" : ""}`}>{count > 0 && (back === "money" ? <MoneyBack size="l" mute /> : <AnimalBack size="l" mute />)}</span>
      <span className="line deck-count" aria-hidden="true">
        <Icon name="deck" size={15} /> <i data-drawn={count} />
      </span>
    </>
  );
  if (draw === null) {
    return (
      <div className="deck" role="img" aria-label={t("table.deck", { count })}>
        {cards}
      </div>
    );
  }
  // The number that is drawn on it belongs to its name.
  const name = `${find(draw.words.deck)} (${count})`;
  return (
    <button type="button" className="deck ours" disabled={still || waiting} aria-label={name} onClick={() => act(draw.action)}>
      {cards}
    </button>
  );
}

/** The back of the top card, where a deck has several kinds. */
function topBack(view: ReturnType<typeof kuhhandelView>): string | undefined {
  return view !== null && "backs" in view ? view.backs[0] : undefined;
}
