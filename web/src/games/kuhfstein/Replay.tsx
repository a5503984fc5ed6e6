/** Kuhfstein's table again: the same, with the replay's bar in the place of what one could do. */
import type { ReactNode } from "react";
import { Bar } from "../../replay/Bar";
import { ReplayFrame } from "../../replay/ReplayFrame";
import { useNames } from "../../table/names";
import { Playground } from "./Playground";
import { useTexts } from "./texts";
import { soleAsked } from "../../table/asked";
import { useKuhfstein } from "./view";
import "./Table.css";

export default function Replay(): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const seat = useKuhfstein((view) => soleAsked(view));
  const turn = { seat, text: seat === null ? "" : t("play.turn.chooses", { seat: names[seat] ?? "" }) };
  return (
    <ReplayFrame turn={turn}>
      <Playground>
        <Bar />
      </Playground>
    </ReplayFrame>
  );
}
