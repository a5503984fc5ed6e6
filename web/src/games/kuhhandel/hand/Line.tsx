/** What the screen shows, in one line: the lot, its price and who leads; or who trades for what. */
import type { ReactNode } from "react";
import type { Kind, OfferingView, RespondingView } from "../../../protocol/types";
import { useSoleAsked } from "../../../model/table/asked";
import { useTable } from "../../../model/table/context";
import { useLabels } from "../../../model/table/said";
import { Icon } from "../../../ui/Icon";
import { Shape } from "../../../ui/Shape";
import { Countdown } from "../../../widgets/Countdown";
import { isOwnPhase, standing } from "../phase";
import { usePrompt } from "../prompt";
import { useVariant } from "../variant";
import { kuhhandelView } from "../view";
import { useTexts } from "./texts";
import "./Line.css";

const CALLS = [1, 2, 3];

interface SumProps {
  readonly animal: Kind;
  readonly seat: number | null;
  /** The price, or how many cards lie there. */
  readonly children: ReactNode;
}

/** A picture, a number, and whose it is. */
export function Sum({ animal, seat, children }: SumProps): ReactNode {
  const { t } = useTexts();
  const names = useLabels();
  return (
    <>
      <img src={`/art/${animal}.svg`} alt={t(`animal.${animal}`)} />
      <b className="hand-price">{children}</b>
      {seat !== null && (
        <span className="line hand-who">
          <Shape seat={seat} /> <b>{names[seat]}</b>
        </span>
      )}
    </>
  );
}

function Lot(): ReactNode {
  const { t } = useTexts();
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  const you = useTable((state) => state.you);
  const asked = useSoleAsked();
  if (phase?.phase !== "bidding" && phase?.phase !== "preemption" && phase?.phase !== "payment") return null;
  const high = standing(phase);
  const calls = phase.phase === "bidding" ? phase.calls : 3;
  const called = [t("play.calls.once"), t("play.calls.twice"), t("play.calls.sold")][calls - 1];
  return (
    <>
      <Sum animal={phase.lot} seat={high?.seat ?? null}>
        {high?.amount ?? "–"}
      </Sum>
      {asked === you && phase.phase === "bidding" && <Countdown seat={you} />}
      {called !== undefined && <span className="visually-hidden">{called}</span>}
      <span className="hand-calls" aria-hidden="true">
        {CALLS.map((call) => (
          <i key={call} className={call <= calls ? "on" : ""} />
        ))}
      </span>
    </>
  );
}

function Trade({ phase }: { readonly phase: OfferingView | RespondingView }): ReactNode {
  const { t } = useTexts();
  const names = useLabels();
  const count = phase.phase === "responding" ? phase.count : null;
  return (
    <>
      <span className="line hand-who">
        <Shape seat={phase.challenger} /> <b>{names[phase.challenger]}</b>
      </span>
      <span className="line hand-stake">
        <img src={`/art/${phase.animal}.svg`} alt={t(`animal_count.${phase.animal}`, { count: phase.stake })} />
        {phase.stake > 1 && <b>×{phase.stake}</b>}
        <Icon name="swap" size={22} />
      </span>
      <span className="line hand-who">
        <Shape seat={phase.challenged} /> <b>{names[phase.challenged]}</b>
      </span>
      {count !== null && <span className="pill">{t("play.money.cards", { count })}</span>}
    </>
  );
}

/** Nothing lies there: who does what. */
export function Said(): ReactNode {
  return <p>{usePrompt()}</p>;
}

function Shown(): ReactNode {
  const { Line: More } = useVariant();
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  if (phase === undefined) return null;
  if (!isOwnPhase(phase)) return <More phase={phase} />;
  switch (phase.phase) {
    case "bidding":
    case "preemption":
    case "payment":
      return <Lot />;
    case "offering":
    case "responding":
      return <Trade phase={phase} />;
    default:
      return <Said />;
  }
}

export function Line(): ReactNode {
  return (
    <section className="sheet-of-paper line hand-line">
      <Shown />
    </section>
  );
}
