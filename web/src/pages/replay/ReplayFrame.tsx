/** What every replay has around its table: where in the game this is, the log, and what screen readers are told. */
import { type ReactNode, useState } from "react";
import { useGame } from "../../model/game/context";
import type { FrameProps } from "../../model/game/game";
import { useTexts } from "../../i18n/text";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { plain, wording } from "../../model/table/wording";
import { OnStage } from "../../theatre/context";
import { Scene } from "../../ui/Scene";
import { usePlaying } from "../../model/replay/context";
import { Side } from "./Side";
import { Top } from "./Top";
import "../../table/Frame.css";

export function ReplayFrame({ turn, side, children }: FrameProps): ReactNode {
  const [drawer, setDrawer] = useState(false);
  const shown = useTable((state) => state.seq);
  const seated = useTable((state) => state.you !== null);
  const viewer = usePlaying((state) => state.shown);
  const className = useGame()?.className ?? "";
  return (
    <div className={`table replay ${className} ${seated ? "" : "watching"} ${viewer === "all" ? "unveiled" : ""}`} data-step={shown} data-viewer={viewer}>
      <Scene />
      <Top turn={turn} drawer={drawer} onDrawer={() => setDrawer(!drawer)} />
      {children}
      <OnStage>
        <Side open={drawer} onClose={() => setDrawer(false)}>
          {side}
        </Side>
      </OnStage>
      <StepAnnouncement />
    </div>
  );
}

/** Tells screen readers what the step was about. */
function StepAnnouncement(): ReactNode {
  const { find } = useTexts();
  const names = useNames();
  const line = useTable((state) => state.lines.at(-1));
  return (
    <p className="visually-hidden" aria-live="polite">
      {line !== undefined && plain(wording(line, names, find))}
    </p>
  );
}
