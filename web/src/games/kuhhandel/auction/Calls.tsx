/** Going once, going twice: a ring that runs until the server calls. */
import { type ReactNode, useEffect, useRef } from "react";
import { Gavel } from "./Gavel";
import { useTexts } from "../texts";
import { gone, remaining, useDeadline, useLength, useSecondsLeft } from "../../../model/table/clock";
import { useTableStore } from "../../../model/table/context";
import "./Calls.css";

const RADIUS = 32;
const ROUND = 2 * Math.PI * RADIUS;

interface Props {
  /** How many calls there were; 3 when the gavel has fallen. */
  readonly calls: number;
  /** Whose time the ring shows; null: that of the next call. */
  readonly seat: number | null;
}

export function Ring({ at, lasts }: { readonly at: number | undefined; readonly lasts: number | null }): ReactNode {
  const store = useTableStore();
  const line = useRef<SVGCircleElement>(null);
  useEffect(() => {
    const left = at === undefined ? 0 : at - Date.now() - store.getState().ahead;
    if (line.current === null || left <= 0) return undefined;
    const begin = ROUND * gone(left, lasts);
    const run = line.current.animate([{ strokeDashoffset: begin }, { strokeDashoffset: ROUND }], {
      // A full ring that stands still: the time has not begun.
      delay: left - remaining(left, lasts),
      duration: remaining(left, lasts),
      fill: "both",
    });
    return () => run.cancel();
  }, [at, lasts, store]);
  return (
    <svg viewBox="0 0 80 80" aria-hidden="true">
      <circle cx="40" cy="40" r={RADIUS} fill="none" stroke="var(--paper-3)" strokeWidth="8" />
      <circle
        ref={line}
        cx="40"
        cy="40"
        r={RADIUS}
        fill="none"
        stroke="var(--red)"
        strokeWidth="8"
        strokeLinecap="round"
        strokeDasharray={ROUND}
        strokeDashoffset={ROUND}
        transform="rotate(-90 40 40)"
      />
    </svg>
  );
}

export function Calls({ calls, seat }: Props): ReactNode {
  const { t } = useTexts();
  const at = useDeadline(seat);
  const lasts = useLength(seat);
  const over = useSecondsLeft(seat) === 0;
  const texts = [t("play.calls.once"), t("play.calls.twice"), t("play.calls.sold")];
  return (
    <div className="line calls">
      <div className="ring">
        <Ring at={at} lasts={lasts} />
        <span className={`gavel ${calls >= 3 ? "fell" : ""}`}>
          <Gavel />
        </span>
      </div>
      <ol>
        {texts.map((text, call) => {
          const now = call + 1 === calls;
          return (
            <li key={text} className={now ? "now" : ""} {...(now ? { "aria-current": "step" } : {})}>
              {text}
              {now && over && calls < 3 ? " …" : ""}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
