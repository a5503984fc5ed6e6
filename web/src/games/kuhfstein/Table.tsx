/** Kuhfstein's table while a game goes on. */
import { lazy, type ReactNode, Suspense } from "react";
import { TextedWith } from "../../i18n/text";
import { Hints } from "../../coach/hints/Hints";
import { useHandMode } from "../../model/table/handMode";
import { useTable } from "../../model/table/context";
import type { TableProps } from "../../model/game/game";
import { Caught } from "../../ui/page/Caught";
import { ActionBar } from "./ActionBar";
import { HINTS, useHint } from "./hints";
import { Playground } from "./Playground";
import { useStep, useTurn } from "./prompt";
import { TEXTS, useTexts } from "./texts";
import { useKuhfstein } from "./view";
import "./Table.css";

// For phones before a big screen.
const HandPlayground = lazy(() => import("./hand/HandPlayground"));

const FILES = [TEXTS];

export default function Table(props: TableProps): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Framed {...props} />
    </TextedWith>
  );
}

function Framed({ Frame }: TableProps): ReactNode {
  const turn = useTurn();
  const handMode = useHandMode();
  const whole = (
    <>
      <Playground>
        <ActionBar />
      </Playground>
      <Hints hints={HINTS} fit={useHint()} />
    </>
  );
  return (
    <Frame turn={turn} progress={<Actions />}>
      {handMode ? (
        <Caught fallback={whole}>
          <Suspense fallback={null}>
            <HandPlayground />
          </Suspense>
        </Caught>
      ) : (
        whole
      )}
    </Frame>
  );
}

/** Two actions a turn: which one this is. */
function Actions(): ReactNode {
  const { t } = useTexts();
  const phase = useKuhfstein((view) => view.phase);
  const you = useTable((state) => state.you);
  const step = useStep();
  if (phase.phase !== "acting" || step === null) return null;
  const bonus = phase.doing === "extra" || phase.doing === "tile" || phase.doing === "card";
  const done = phase.doing === "confirm" ? 2 : Math.max(0, 1 - phase.left);
  const short = bonus ? t("kuhfstein.step.bonus") : phase.doing === "confirm" ? t("kuhfstein.step.done") : t("kuhfstein.step.short", { number: done + 1 });
  return (
    <span className={`line turn-actions ${phase.seat === you ? "" : "theirs"} ${bonus ? "bonus" : ""}`} role="img" aria-label={step} title={step} data-left={phase.left} data-doing={phase.doing}>
      <span className="turn-actions-name">{short}</span>
      <i className={done >= 1 ? "on" : phase.doing === "action" ? "now" : ""} />
      <i className={done >= 2 ? "on" : phase.doing === "action" && done === 1 ? "now" : ""} />
    </span>
  );
}
