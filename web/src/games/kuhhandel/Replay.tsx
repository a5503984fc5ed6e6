/** Kuhhandel's table again. */
import type { ReactNode } from "react";
import { Bar } from "../../replay/Bar";
import { ReplayFrame } from "../../replay/ReplayFrame";
import { useTable } from "../../table/context";
import { Flight } from "./Flight";
import { HerdMatrix } from "./HerdMatrix";
import { Highlight } from "./Highlight";
import { OwnCards } from "./OwnCards";
import { Seats } from "./Seats";
import { Stage } from "./Stage";
import { Ticker } from "./Ticker";
import { useTurn } from "./turn";
import { kuhhandelView } from "./view";

export default function Replay(): ReactNode {
  const step = useTable((state) => state.seq);
  const turn = useTurn(useTable((state) => kuhhandelView(state.view)?.phase));
  return (
    <ReplayFrame turn={turn} side={<HerdMatrix />}>
      <Seats />
      <Stage />
      <Ticker />
      <Bar />
      <OwnCards />
      {/* The key takes away what was shown of the step before. */}
      <Highlight key={step} />
      <Flight />
    </ReplayFrame>
  );
}
