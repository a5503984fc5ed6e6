/** One number, once, in secret, and nobody is asked again: for a pedigree, or for a rat. */
import { type ReactNode, useState } from "react";
import { TextedWith } from "../../../i18n/text";
import type { CountdownView, GameAction, RatEnvelopesView } from "../../../protocol/types";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { filled, offered, rangeOf } from "../../../model/table/options";
import { Icon } from "../../../ui/Icon";
import { Reconsider } from "../../kuhhandel/envelopes/Reconsider";
import { useTexts, VISIT } from "./visitTexts";
import "./Slap.css";

interface Props {
  readonly phase: CountdownView | RatEnvelopesView;
}

/** What was handed in, be it on its way or there. */
function useHandedIn(): GameAction | null {
  return useTable((state) => state.pending.findLast((one) => one.action !== null)?.action ?? state.held);
}

function said(action: GameAction): number {
  return action.type === "slap" ? action.count : action.type === "pass_rat" ? action.times : 0;
}

function Asked({ phase }: Props): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const waiting = useWaiting();
  const handed = useHandedIn();
  const options = useTable((state) => state.answer?.options ?? state.options);
  const you = useTable((state) => state.you);
  const [count, setCount] = useState(0);
  const [changing, setChanging] = useState(false);
  const rat = phase.phase === "rat_envelopes";
  const range = rangeOf(options, rat ? "pass_rat" : "slap");
  const wait = offered(options, "wait")[0];
  const none = rat ? "visit.rat_take" : phase.auctioneer === you ? "visit.sell" : "visit.slap_none";
  const ask = rat ? "visit.rat" : phase.auctioneer === you ? "visit.keep" : "visit.slap";
  const still = !ready || waiting;
  const least = range === null ? wait : filled(range, 0);
  const able = range !== null && range.high > 0;
  const hand = (action: GameAction): void => {
    setChanging(false);
    act(action);
  };
  if (handed !== null && !changing) {
    const change = (): void => {
      setCount(said(handed));
      setChanging(true);
    };
    return (
      <>
        <p className="line prompt" role="status">
          <Icon name="lock" size={18} /> {said(handed) === 0 ? t("visit.sealed", { count: t(none) }) : t("visit.sealed", { count: said(handed) })} {t("visit.waits")}
        </p>
        <Reconsider onChange={able ? change : null} />
      </>
    );
  }
  return (
    <>
      <p className="line prompt">
        {t(able ? ask : rat ? "visit.rat_broke" : "visit.slap_broke")} <Countdown seat={you} />
      </p>
      {able && (
        <div className="step" role="group" aria-label={t(ask)}>
          <button type="button" aria-label={t("visit.fewer")} disabled={count <= 0} onClick={() => setCount(count - 1)}>
            −
          </button>
          <output>
            <b>{rat ? t("visit.times", { count }) : count}</b>
            {!rat && <small>{t("visit.cards")}</small>}
          </output>
          <button type="button" aria-label={t("visit.more")} disabled={count >= range.high} onClick={() => setCount(count + 1)}>
            +
          </button>
          <button type="button" className="btn btn--go" disabled={still || count === 0} onClick={() => hand(filled(range, count))}>
            <Icon name="lock" size={18} /> {t("visit.seal", { count })}
          </button>
        </div>
      )}
      {least !== undefined && (
        <button type="button" className="btn btn--ghost pass" disabled={still} onClick={() => hand(least)}>
          {t(none)}
        </button>
      )}
    </>
  );
}

export function OneVisit({ phase }: Props): ReactNode {
  return (
    <TextedWith files={VISIT}>
      <Asked phase={phase} />
    </TextedWith>
  );
}

function Rule({ phase }: Props): ReactNode {
  const { t } = useTexts();
  return (
    <div className="sheet-of-paper bidbox">
      <p className="bid-label">{t(phase.phase === "rat_envelopes" ? "visit.box_rat" : "visit.box_pedigree")}</p>
      <p className="asks">{t("visit.waits")}</p>
    </div>
  );
}

/** What goes on, beside the card. */
export function VisitBox({ phase }: Props): ReactNode {
  return (
    <TextedWith files={VISIT}>
      <Rule phase={phase} />
    </TextedWith>
  );
}
