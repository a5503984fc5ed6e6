/** Kuhhandel's table again. */
import { lazy, type ReactNode, Suspense } from "react";
import { Bar } from "../../replay/Bar";
import { ReplayFrame } from "../../replay/ReplayFrame";
import { usePlaying } from "../../replay/context";
import { useTable } from "../../table/context";
import { OnStage, Scenes, Theatre } from "../../theatre/context";
import { HerdMatrix } from "./HerdMatrix";
import { Highlight } from "./Highlight";
import { OwnCards } from "./OwnCards";
import { Seats } from "./Seats";
import { Stage } from "./Stage";
import { Ticker } from "./Ticker";
import { theatre } from "./theatre";
import { useTurn } from "./turn";
import { kuhhandelView } from "./view";

const Why = lazy(() => import("../../review/Why"));

export default function Replay(): ReactNode {
  const speed = usePlaying((state) => state.speed);
  const step = useTable((state) => state.seq);
  const turn = useTurn(useTable((state) => kuhhandelView(state.view)?.phase));
  return (
    <Theatre load={theatre} speed={speed}>
      <ReplayFrame turn={turn} side={<HerdMatrix />}>
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
      </ReplayFrame>
    </Theatre>
  );
}
