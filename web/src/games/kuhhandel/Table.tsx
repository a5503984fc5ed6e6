/** Kuhhandel's table while a game goes on. */
import { type ReactNode } from "react";
import { OnStage, Scenes, Theatre } from "../../theatre/context";
import { Coached } from "../../table/Coached";
import { useTable } from "../../table/context";
import { Frame } from "../../table/Frame";
import { Icon } from "../../ui/Icon";
import { ActionBar } from "./ActionBar";
import { HerdMatrix } from "./HerdMatrix";
import { Highlight } from "./Highlight";
import { useHints } from "./hints";
import { OwnCards } from "./OwnCards";
import { Seats } from "./Seats";
import { Stage } from "./Stage";
import { useTexts } from "./texts";
import { Ticker } from "./Ticker";
import { useTurn } from "./turn";
import { theatre } from "./theatre";
import { kuhhandelView } from "./view";

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

export default function Table(): ReactNode {
  const turn = useTurn(useTable((state) => kuhhandelView(state.view)?.phase));
  return (
    <Theatre load={theatre}>
      <Frame turn={turn} progress={<DeckLeft />} side={<HerdMatrix />}>
        <OnStage>
          <Seats />
          <Stage />
          <Ticker />
        </OnStage>
        <Coached {...useHints()} />
        <ActionBar />
        <OnStage>
          <OwnCards />
          <Highlight />
        </OnStage>
        <Scenes />
      </Frame>
    </Theatre>
  );
}
