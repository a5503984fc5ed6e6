/** Kuhfstein's table again: the same, with the replay's bar in the place of what one could do. */
import type { ReactNode } from "react";
import type { ReplayProps } from "../../model/game/game";
import { useNames } from "../../model/table/names";
import { Playground } from "./Playground";
import { useTexts } from "./texts";
import { soleAsked } from "../../model/table/asked";
import { useKuhfstein } from "./view";
import "./Table.css";

export default function Replay({ Frame, Bar }: ReplayProps): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const seat = useKuhfstein((view) => soleAsked(view));
  const turn = { seat, text: seat === null ? "" : t("play.turn.chooses", { seat: names[seat] ?? "" }) };
  return (
    <Frame turn={turn}>
      <Playground>
        <Bar />
      </Playground>
    </Frame>
  );
}
