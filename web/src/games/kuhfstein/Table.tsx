/** Kuhfstein's table while a game goes on. */
import type { ReactNode } from "react";
import { TextedWith } from "../../i18n/text";
import { Coached } from "../../table/Coached";
import { useTable } from "../../table/context";
import { Frame } from "../../table/Frame";
import { ActionBar } from "./ActionBar";
import { HINTS, useHint } from "./hints";
import { Playground } from "./Playground";
import { useStep, useTurn } from "./prompt";
import { TEXTS, useTexts } from "./texts";
import { useKuhfstein } from "./view";
import "./Table.css";

const FILES = [TEXTS];

export default function Table(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Framed />
    </TextedWith>
  );
}

function Framed(): ReactNode {
  const turn = useTurn();
  return (
    <Frame turn={turn} progress={<Actions />}>
      <Playground>
        <ActionBar />
      </Playground>
      <Coached hints={HINTS} fit={useHint()} />
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
