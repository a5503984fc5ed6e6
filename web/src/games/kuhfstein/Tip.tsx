/** What to do next, in words; while others play, what they have done last. */
import type { ReactNode } from "react";
import { Countdown, GiveTime } from "../../widgets/Countdown";
import { useTable } from "../../model/table/context";
import { useLines } from "../../model/game/lines";
import { Words } from "../../widgets/LogLine";
import { useChoosing } from "./board/choosing";
import { useTip } from "./prompt";
import { useKuhfstein } from "./view";
import "./Tip.css";

export function Tip(): ReactNode {
  const you = useTable((state) => state.you);
  const playing = useTable((state) => state.party?.stage === "playing");
  const theirs = useKuhfstein((view) => view.phase.phase === "acting" && view.phase.seat !== you);
  const line = useLines().at(-1);
  const tip = useTip();
  const mine = useChoosing().options.length > 0;
  return (
    <p className={`line tip ${mine ? "mine" : ""}`}>
      <span role="status" className={playing && theirs && line !== undefined ? "visually-hidden" : ""}>
        {tip}
      </span>
      {/* Screen readers hear it from the announcer. */}
      {playing && theirs && line !== undefined && (
        <span aria-hidden="true">
          <Words line={line} />
        </span>
      )}
      {mine ? <Countdown seat={you} /> : <GiveTime />}
    </p>
  );
}
