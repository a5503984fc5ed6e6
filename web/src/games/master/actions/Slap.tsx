/** Counting down: the whole lower half is the button. Whoever is not quick of hand says beforehand when. */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../texts";
import type { CountdownView } from "../../../protocol/types";
import { useAct, useReady } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { filled, offered, rangeOf } from "../../../model/table/options";
import { useHandParts } from "../../kuhhandel/handParts";
import { OneVisit } from "./OneVisit";
import { GUARD, type Handed, useHanded, usePlan } from "./handed";
import "./Slap.css";

/** When this count came on the screen. Set together with it: in between, a tap would be measured from the count before. */
function usePainted(count: number): React.RefObject<number> {
  const at = useRef(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    at.current = performance.now();
  }, [count]);
  return at;
}

interface PlanProps {
  readonly phase: CountdownView;
  readonly most: number;
  readonly still: boolean;
}

function Plan({ phase, most, still }: PlanProps): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const options = useTable((state) => state.options);
  const range = rangeOf(options, "slap");
  const plan = usePlan(phase.plan);
  if (range === null || (most < 1 && plan === 0)) return null;
  const counts = Array.from({ length: Math.max(most, plan) }, (_, place) => Math.max(most, plan) - place);
  return (
    <label className="column plan">
      <span>{t("play.master.plan")}</span>
      <select value={plan} disabled={still} onChange={(event) => act(filled(range, Number(event.target.value)))}>
        <option value={0}>{t("play.master.plan_none")}</option>
        {counts.map((count) => (
          <option key={count} value={count}>
            {t("play.master.plan_at", { count })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** One number, once, in secret: whoever names the highest pays it. */
function Sealed({ phase }: { readonly phase: CountdownView }): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const handed = useHanded(phase.count);
  const options = useTable((state) => state.options);
  const you = useTable((state) => state.you);
  const range = rangeOf(options, "slap");
  const wait = offered(options, "wait")[0];
  const [count, setCount] = useState(0);
  const plan = usePlan(count);
  if (handed !== null) return <p className="line prompt">{t(plan === 0 ? "play.master.handed_none" : "play.master.handed", { count: plan })}</p>;
  return (
    <>
      <p className="line prompt">
        {t(range === null ? "play.master.lacking" : "play.master.name_count")} <Countdown seat={you} />
      </p>
      {range === null && wait !== undefined && (
        <button type="button" className="btn" disabled={!ready} onClick={() => act(wait)}>
          {t("play.master.wait")}
        </button>
      )}
      {range !== null && (
        <div className="step" role="group" aria-label={t("play.master.name_count")}>
          <button type="button" aria-label={t("play.master.fewer")} disabled={count <= range.low} onClick={() => setCount(count - 1)}>
            −
          </button>
          <output>
            <b>{count}</b>
            <small>{t("play.master.cards", { count })}</small>
          </output>
          <button type="button" aria-label={t("play.master.more")} disabled={count >= range.high} onClick={() => setCount(count + 1)}>
            +
          </button>
          <button type="button" className="btn btn--go" disabled={!ready} onClick={() => act(filled(range, count))}>
            {t("play.master.hand_in")}
          </button>
        </div>
      )}
    </>
  );
}

/** Space and Enter slap from anywhere, unless they are meant for something else. */
function useSlapKey(slap: () => void): void {
  const latest = useRef(slap);
  useLayoutEffect(() => {
    latest.current = slap;
  });
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { target, key } = event;
      const meant = target instanceof Element && target.closest("input, textarea, select, button, a, summary, [role=tab], dialog") !== null;
      if ((key !== " " && key !== "Enter") || event.repeat || meant) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

function useLabel(handed: Handed | null, can: boolean, count: number): readonly [string, string] {
  const { t } = useTexts();
  if (handed === "slapped") return [t("play.master.slapped"), t("play.master.slapped_why")];
  return [t("play.master.mine"), t(can ? "play.master.for" : "play.master.lacking", { count })];
}

export function Slap({ phase }: { readonly phase: CountdownView }): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const ready = useReady();
  const options = useTable((state) => state.options);
  const mode = useTable((state) => (state.view?.game === "master" ? state.view.rules.pedigree_mode : "realtime"));
  // Where days are given the count goes on when all have answered, also by the clock.
  const answers = useTable((state) => mode === "stepwise" || state.party?.pace === "slow");
  const handed = useHanded(phase.count);
  const painted = usePainted(phase.count);
  const range = rangeOf(options, "slap");
  const quick = rangeOf(options, "slap_now");
  const wait = offered(options, "wait")[0];
  const can = quick !== null || (range !== null && range.high >= phase.count);
  const open = ready && handed === null && can && mode !== "sealed" && mode !== "envelopes";
  const slap = (): void => {
    const after = Math.round(performance.now() - painted.current);
    if (!open || after < GUARD) return;
    // The server measures it anew; a step that was made longer must not make a hand too late.
    if (quick !== null) act(filled(quick, Math.min(after, quick.high)));
    else if (range !== null) act(filled(range, phase.count));
  };
  useSlapKey(slap);
  // Before a big screen the button looks the same on every phone, whoever has too few cards.
  const seen = useHandParts() !== null;
  const [label, why] = useLabel(handed, can || seen, phase.count);
  if (mode === "envelopes") return <OneVisit phase={phase} />;
  if (mode === "sealed") return <Sealed phase={phase} />;
  return (
    <div className="slapping" data-handed={handed}>
      <button type="button" className="slap" aria-disabled={!open && !(seen && !can)} onClick={slap}>
        <img src="/art/hand.svg" alt="" />
        <span>{label}</span>
        <small>{why}</small>
      </button>
      <div className="line slap-more">
        <Plan phase={phase} most={Math.min(phase.count - 1, range?.high ?? 0)} still={!ready || handed !== null} />
        {answers && wait !== undefined && (
          <button type="button" className="btn pass" disabled={!ready || handed !== null} onClick={() => act(wait)}>
            {t(handed === "waits" ? "play.master.waits" : "play.master.wait")}
          </button>
        )}
      </div>
    </div>
  );
}
