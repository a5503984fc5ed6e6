/** Kuhhandel's table while a game goes on. */
import { lazy, type ReactNode, Suspense } from "react";
import { OnStage, Scenes, Theatre, useToldView } from "../../theatre/context";
import { Hints } from "../../coach/hints/Hints";
import { useHandMode } from "../../model/table/handMode";
import { useTable } from "../../model/table/context";
import type { TableProps } from "../../model/game/game";
import { Icon } from "../../ui/Icon";
import { Caught } from "../../ui/page/Caught";
import { ActionBar } from "./actions/ActionBar";
import { HerdMatrix } from "./cards/HerdMatrix";
import { Highlight } from "./stage/Highlight";
import { useHints } from "./hints";
import { OwnCards } from "./cards/OwnCards";
import { Seats } from "./seats/Seats";
import { Stage } from "./stage/Stage";
import { useTexts } from "./texts";
import { Ticker } from "./stage/Ticker";
import { useTurn } from "./turn";
import { theatre } from "./theatre/theatre";
import { kuhhandelView } from "./view";

// For phones before a big screen.
const HandTable = lazy(() => import("./hand/HandTable"));

function DeckLeft(): ReactNode {
  const { t } = useTexts();
  const deck = useTable((state) => kuhhandelView(state.view)?.deck ?? 0);
  const name = t("table.deck", { count: deck });
  return (
    <span className="pill top-pill" role="img" aria-label={name} title={name}>
      <Icon name="deck" size={15} /> {deck}
    </span>
  );
}

export default function Table(props: TableProps): ReactNode {
  const handMode = useHandMode();
  // Scenes are played on the screen: phones are at once where the game is.
  if (handMode) return <Framed {...props} />;
  return (
    <Theatre load={theatre}>
      <Framed {...props} />
    </Theatre>
  );
}

function Framed({ Frame }: TableProps): ReactNode {
  const turn = useTurn(kuhhandelView(useToldView())?.phase);
  const handMode = useHandMode();
  const whole = (
    <>
      <OnStage>
        <Seats />
        <Stage />
        <Ticker />
      </OnStage>
      <Hints {...useHints()} />
      <ActionBar />
      <OnStage>
        <OwnCards />
        <Highlight />
      </OnStage>
      <Scenes />
    </>
  );
  return (
    <Frame turn={turn} progress={<DeckLeft />} side={<HerdMatrix />}>
      {handMode ? (
        <Caught fallback={whole}>
          <Suspense fallback={null}>
            <HandTable />
          </Suspense>
        </Caught>
      ) : (
        whole
      )}
    </Frame>
  );
}
