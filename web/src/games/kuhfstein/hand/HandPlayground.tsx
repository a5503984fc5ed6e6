/** Kuhfstein in hand mode: your own landscape and the display, with your cards and goals face down. */
import { type ReactNode, useEffect, useState } from "react";
import { useTexts as useAll } from "../../../i18n/text";
import { useTable } from "../../../model/table/context";
import { useNames } from "../../../model/table/names";
import { Icon } from "../../../ui/Icon";
import type { HandKey } from "../../../widgets/hand/texts";
import { Foot, HandFrame } from "../../../widgets/hand/HandFrame";
import { Veil } from "../../../widgets/hand/Veil";
import { ActionBar } from "../ActionBar";
import { Board } from "../board/Board";
import { ChoosingProvider, useChoosing } from "../board/choosing";
import { Display } from "../display/Display";
import { Drawings } from "../drawings";
import { OwnPieces } from "../players/OwnPieces";
import { Tip } from "../Tip";
import { useKuhfstein } from "../view";
import "./HandPlayground.css";

/** The backs of your cards. */
function Backs({ own }: { readonly own: number }): ReactNode {
  const count = useKuhfstein((view) => view.seats[own]?.cards ?? 0);
  return (
    <div className="land-backs" aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        <i key={place} />
      ))}
    </div>
  );
}

/** Your cards and goals. They open when you pick a card to play or a goal to show. */
function Own({ own }: { readonly own: number }): ReactNode {
  const { t } = useAll<HandKey>();
  const { chosen, choose } = useChoosing();
  const final = useKuhfstein((view) => view.phase.phase === "final");
  const moment = useKuhfstein((view) => view.moment);
  const mine = useTable((state) => state.options.length > 0);
  const [picks, setPicks] = useState(false);
  useEffect(() => setPicks(false), [moment]);
  const goals = final && mine;
  const choosing = chosen?.kind === "play" || (goals && picks);
  const cover = (): void => {
    setPicks(false);
    choose(null);
  };
  return (
    <div className="land-own">
      <Veil name={t("hand.cards")} covered={<Backs own={own} />} onCover={choosing ? cover : null}>
        <OwnPieces own={own} />
      </Veil>
      {goals && !picks && (
        <button type="button" className="btn btn--go" onClick={() => setPicks(true)}>
          <Icon name="eye" size={20} /> {t("hand.uncover")}
        </button>
      )}
    </div>
  );
}

function Inside({ you }: { readonly you: number }): ReactNode {
  const names = useNames();
  const data = useKuhfstein((view) => view.seats[you]);
  return (
    <ChoosingProvider>
      <Drawings />
      <Display />
      <main className="stage field" data-shown={you}>
        {data !== undefined && <Board seat={you} data={data} name={names[you] ?? ""} live />}
        <Tip />
      </main>
      <section className="ledge land-mine">
        <Own own={you} />
        <ActionBar />
      </section>
      <Foot />
    </ChoosingProvider>
  );
}

export default function HandPlayground(): ReactNode {
  const you = useTable((state) => state.you);
  return <HandFrame className="hand-land">{you !== null && <Inside you={you} />}</HandFrame>;
}
