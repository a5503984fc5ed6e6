/** Kuhhandel on the big screen. */
import type { ComponentType, ReactNode } from "react";
import type { ScreenProps } from "../../../model/game/game";
import { useTable } from "../../../model/table/context";
import { OnStage, Scenes, Theatre } from "../../../theatre/context";
import { Icon } from "../../../ui/Icon";
import type { MorePhase } from "../phase";
import { useTexts } from "../texts";
import { theatre } from "../theatre/theatre";
import { kuhhandelView } from "../view";
import { Announcement } from "./Announcement";
import { Market } from "./Market";
import { Quartet } from "./Quartet";
import { useScale } from "./useScale";
import "./Screen.css";

function DeckLeft(): ReactNode {
  const { t } = useTexts();
  const deck = useTable((state) => kuhhandelView(state.view)?.deck ?? 0);
  return (
    <span className="line tv-deck" role="img" aria-label={t("table.deck", { count: deck })}>
      <Icon name="deck" /> {deck}
    </span>
  );
}

interface Props extends ScreenProps {
  /** What lies in the middle in phases that only a game built on this one has. */
  readonly More?: ComponentType<{ readonly phase: MorePhase }>;
}

const Nothing = (): ReactNode => null;

export default function Screen({ Frame, More = Nothing }: Props): ReactNode {
  const scale = useScale();
  return (
    <Theatre load={theatre}>
      <Frame aside={<DeckLeft />}>
        <OnStage>
          <Market More={More} scale={scale} />
          <Announcement />
          <Quartet />
        </OnStage>
        <div className="tv-actors" style={{ transform: `scale(${scale})`, width: `${100 / scale}vw`, height: `${100 / scale}vh` }}>
          <Scenes />
        </div>
      </Frame>
    </Theatre>
  );
}
