/** Kuhhandel's table again. */
import { lazy, type ReactNode, Suspense } from "react";
import type { ReplayProps } from "../../model/game/game";
import { usePlaying } from "../../model/replay/context";
import { useTable } from "../../model/table/context";
import { OnStage, Scenes, Theatre } from "../../theatre/context";
import { HerdMatrix } from "./cards/HerdMatrix";
import { Highlight } from "./stage/Highlight";
import { OwnCards } from "./cards/OwnCards";
import { Seats } from "./seats/Seats";
import { Stage } from "./stage/Stage";
import { Ticker } from "./stage/Ticker";
import { theatre } from "./theatre/theatre";
import { useTurn } from "./turn";
import { kuhhandelView } from "./view";

const Why = lazy(() => import("../../coach/Why"));

export default function Replay({ Frame, Bar }: ReplayProps): ReactNode {
  const speed = usePlaying((state) => state.speed);
  const step = useTable((state) => state.seq);
  const turn = useTurn(useTable((state) => kuhhandelView(state.view)?.phase));
  return (
    <Theatre load={theatre} speed={speed}>
      <Frame turn={turn} side={<HerdMatrix />}>
        <OnStage>
          <Seats />
          <Stage />
          <Ticker />
        </OnStage>
        <Bar>
          <Suspense fallback={null}>
            <Why />
          </Suspense>
        </Bar>
        <OnStage>
          <OwnCards />
          {/* The key takes away what was shown of the step before. */}
          <Highlight key={step} />
        </OnStage>
        <Scenes />
      </Frame>
    </Theatre>
  );
}
