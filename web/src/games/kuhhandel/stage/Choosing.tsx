/** The middle of the table while somebody chooses what comes next. */
import type { ReactNode } from "react";
import { Countdown } from "../../../widgets/Countdown";
import { useTable } from "../../../model/table/context";
import { Deck } from "./Deck";
import { useSmall } from "../cards/media";
import { useChoosing } from "../prompt";
import { useTexts } from "../texts";
import "./Stage.css";

interface Props {
  readonly seat: number;
  readonly phase: string;
  readonly deck: number;
}

export function Choosing({ seat, phase, deck }: Props): ReactNode {
  const { t } = useTexts();
  const choosing = useChoosing();
  const you = useTable((state) => state.you);
  const small = useSmall();
  return (
    <div className="line podium calm">
      <Deck count={deck} />
      {/* A small screen says it once, beside what one can do. */}
      {!(seat === you && small) && (
        <div className="sheet-of-paper bidbox chooses">
          <p>{seat === you ? t("play.stage.your_turn") : choosing(phase, seat)}</p>
          {seat !== you && <Countdown seat={seat} />}
        </div>
      )}
    </div>
  );
}
