/** The challenged one takes the offer unseen, or lays cards against it. */
import { type ReactNode, useState } from "react";
import { Icon } from "../../ui/Icon";
import { Shape } from "../../ui/Shape";
import { useTexts } from "./texts";
import type { RespondingView } from "../../protocol/types";
import { Dialog } from "../../ui/Dialog";
import { useAct, useReady, useWaiting } from "../../table/acting";
import { useTable } from "../../table/context";
import { Countdown } from "../../table/Countdown";
import { Laying } from "./Laying";
import { useNames } from "../../table/names";
import { offered, picksOf } from "../../table/options";
import { FaceDown, Stake } from "./TradeStage";
import { useTradeWords } from "./tradeWords";
import "./ReplyBar.css";

interface Props {
  readonly phase: RespondingView;
  readonly onCounter: () => void;
}

function Answer({ phase, onCounter }: Props): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const still = !useReady();
  const waiting = useWaiting();
  const options = useTable((state) => state.options);
  const accept = offered(options, "accept")[0];
  const counters = picksOf(options, "counter");
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
    </>
  );
}

export function ReplyBar({ phase }: { readonly phase: RespondingView }): ReactNode {
  const { t } = useTexts();
  const options = useTable((state) => state.options);
  const names = useNames();
  const [open, setOpen] = useState(true);
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
      <button type="button" className="btn btn--go" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("play.trade.open_answer")}
      </button>
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
            <Laying
              phase={phase}
              picks={picksOf(options, "counter")}
              back={t("play.back")}
              onBack={() => setCountering(false)}
            />
          ) : (
            <Answer phase={phase} onCounter={() => setCountering(true)} />
          )}
        </Dialog>
      )}
    </>
  );
}
