/** The gavel in the hand of the auctioneer: going once, going twice, sold. The clock is behind it. */
import type { ReactNode } from "react";
import type { BiddingView, GameAction } from "../../../protocol/types";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useDeadline, useHush, useLength, useReached, useSecondsLeft } from "../../../model/table/clock";
import { Ring } from "./Calls";
import { Gavel } from "./Gavel";
import { useTexts } from "../texts";
import "./CallBar.css";

interface Props {
  readonly phase: BiddingView;
  readonly call: GameAction;
}

/** When the clock calls in one's stead. */
function ByItself(): ReactNode {
  const { t } = useTexts();
  const seconds = useSecondsLeft(null);
  return seconds === null ? null : (
    <p className="line prompt" role="timer">
      {t("play.call.by_itself", { seconds })}
    </p>
  );
}

export function CallBar({ phase, call }: Props): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const waiting = useWaiting();
  const may = useReached(useHush());
  const at = useDeadline(null);
  const lasts = useLength(null);
  const still = !ready || waiting || !may;
  const title = t(phase.calls === 0 ? "action.call_1" : phase.calls === 1 ? "action.call_2" : "action.call_3");
  return (
    <div className="line call-bar">
      {/* Not `disabled`: that would throw the keyboard's focus away with every bid. */}
      <button type="button" className="line call" aria-disabled={still} onClick={() => !still && act(call)}>
        <span className="ring call-disc">
          <Ring at={at} lasts={lasts} />
          <span className="gavel">
            <Gavel />
          </span>
        </span>
        <b>{title}</b>
      </button>
      {/* Two lines take turns at one place: nothing may jump under the finger. */}
      {may ? <ByItself /> : <p className="line prompt">{t("play.call.hush")}</p>}
    </div>
  );
}
