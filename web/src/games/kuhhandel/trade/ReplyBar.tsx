/** The challenged one takes the offer unseen, or lays cards against it. */
import { type ReactNode, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { Shape } from "../../../ui/Shape";
import { useTexts } from "../texts";
import type { RespondingView } from "../../../protocol/types";
import { Dialog } from "../../../ui/Dialog";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { Laying } from "./Laying";
import { Private, useHandParts } from "../handParts";
import { useNames } from "../../../model/table/names";
import { offered, picksOf } from "../../../model/table/options";
import { FaceDown, Stake } from "./TradeStage";
import { useTradeWords } from "./tradeWords";
import "./ReplyBar.css";

interface Props {
  readonly phase: RespondingView;
  readonly onCounter: () => void;
}

function Answers({ phase, onCounter }: Props): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const still = !useReady();
  const waiting = useWaiting();
  const options = useTable((state) => state.options);
  const accept = offered(options, "accept")[0];
  const counters = picksOf(options, "counter");
  const words = useTradeWords()(phase.animal);
  return (
    <div className="decide">
      {accept !== undefined && (
        <button type="button" className="btn big-choice" disabled={still || waiting} onClick={() => act(accept)}>
          <span>
            <Icon name="check" size={22} /> {t("play.trade.accept")}
          </span>
          <small>{words.acceptWhy(phase.stake)}</small>
        </button>
      )}
      {counters.length > 0 && (
        <button type="button" className="btn btn--go big-choice" disabled={still || waiting} onClick={onCounter}>
          <span>
            <Icon name="swap" size={22} /> {t("play.trade.counter")}
          </span>
          <small>{t("play.trade.counter_why")}</small>
        </button>
      )}
    </div>
  );
}

function Answer({ phase, onCounter }: Props): ReactNode {
  const { t } = useTexts();
  const words = useTradeWords()(phase.animal);
  const text =
    phase.count === null ? t("play.trade.offers_hidden") : t("play.trade.offers", { count: phase.count });
  return (
    <>
      <p className="lead">
        {text} {phase.bout > 1 && t("play.stage.tie")}
        {words.note !== null && <span className="rid">{words.note}</span>}
      </p>
      <div className="spread">
        <FaceDown count={phase.count} size="l" />
      </div>
      <div className="line stake">
        <Stake animal={phase.animal} count={phase.stake} />
        <Icon name="swap" size={26} />
        <Stake animal={phase.animal} count={phase.stake} />
      </div>
      <Answers phase={phase} onCounter={onCounter} />
    </>
  );
}

export function ReplyBar({ phase }: { readonly phase: RespondingView }): ReactNode {
  const { t } = useTexts();
  const options = useTable((state) => state.options);
  const names = useNames();
  const hand = useHandParts() !== null;
  // Before a big screen the answers are in the bar, and one's money is opened by oneself.
  const [open, setOpen] = useState(!hand);
  const [countering, setCountering] = useState(false);
  const challenger = names[phase.challenger] ?? "";
  const stake = t(`animal_count.${phase.animal}`, { count: phase.stake });
  const words = useTradeWords()(phase.animal);
  const how = picksOf(options, "counter").length > 0 ? "you" : "only_accept";
  return (
    <>
      <p className="line prompt">
        {words.answer(how, challenger)} <Countdown seat={phase.challenged} />
      </p>
      {hand ? (
        <Answers
          phase={phase}
          onCounter={() => {
            setCountering(true);
            setOpen(true);
          }}
        />
      ) : (
        <button type="button" className="btn btn--go" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t("play.trade.open_answer")}
        </button>
      )}
      {open && (
        <Dialog
          className={countering ? "" : "reply"}
          onClose={() => setOpen(false)}
          title={
            <>
              <Shape seat={phase.challenger} /> {words.wants(challenger, stake)}
            </>
          }
          aside={<Countdown seat={phase.challenged} />}
        >
          {countering ? (
            <Private>
              <Laying
                phase={phase}
                picks={picksOf(options, "counter")}
                back={t("play.back")}
                onBack={() => (hand ? setOpen(false) : setCountering(false))}
              />
            </Private>
          ) : (
            <Answer phase={phase} onCounter={() => setCountering(true)} />
          )}
        </Dialog>
      )}
    </>
  );
}
