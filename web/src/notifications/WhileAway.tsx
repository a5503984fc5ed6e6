/** At a slow table, for whoever comes back: what has happened since they were here last, and what it has cost or earned them. */
import { type ReactNode, useEffect, useState } from "react";
import { useGame } from "../model/game/context";
import { useTable } from "../model/table/context";
import { keepVisit, lastVisit } from "../model/table/visits";
import { Icon } from "../ui/Icon";
import { LogLine } from "../widgets/LogLine";
import { type Missed, useMissed, useTimes } from "./missed";
import { useTexts } from "./texts";
import "./WhileAway.css";

/** How many lines are shown at once; what was before is folded. */
const FEW = 6;

function useMoney(): number | null {
  const game = useGame();
  return useTable(({ view, you }) => (view === null || you === null ? null : game?.money?.(view, you) ?? null));
}

export function WhileAway(): ReactNode {
  const { t, language } = useTexts();
  const table = useTable((state) => state.table);
  const count = useTable((state) => state.lines.length);
  const money = useMoney();
  const [before] = useState(() => lastVisit(table));
  const [closed, setClosed] = useState(false);
  const missed = useMissed(before?.lines);
  const times = useTimes(missed.length > 0);
  useEffect(() => {
    if (count > 0) keepVisit(table, { lines: count, at: Date.now(), money });
  }, [table, count, money]);
  if (closed || before === null || missed.length === 0) return null;
  const since = new Date(before.at).toLocaleString(language, { weekday: "long", hour: "numeric", minute: "2-digit" });
  const old = missed.slice(0, -FEW);
  return (
    <aside className="sheet-of-paper away-news" aria-labelledby="away-news">
      <div className="line">
        <h2 id="away-news">{t("notifications.away")}</h2>
        <button type="button" className="icon-btn" aria-label={t("home.close")} onClick={() => setClosed(true)}>
          <Icon name="x" />
        </button>
      </div>
      <p className="away-since">{t("notifications.away_since", { time: since })}</p>
      {old.length > 0 && (
        <details>
          <summary>{t("notifications.away_older", { count: old.length })}</summary>
          <Lines missed={old} times={times} />
        </details>
      )}
      <Lines missed={missed.slice(-FEW)} times={times} />
      {before.money !== null && money !== null && <Money from={before.money} to={money} />}
    </aside>
  );
}

function Lines({ missed, times }: { readonly missed: readonly Missed[]; readonly times: readonly number[] }): ReactNode {
  const { language } = useTexts();
  return (
    <ol>
      {missed.map(({ place, line, earned }) => (
        <LogLine key={place} line={line}>
          <time>{times[place] ? new Date(times[place]).toLocaleString(language, { weekday: "short", hour: "numeric", minute: "2-digit" }) : ""}</time>
          <Gain sum={earned} />
        </LogLine>
      ))}
    </ol>
  );
}

function Gain({ sum }: { readonly sum: number }): ReactNode {
  if (sum === 0) return null;
  return (
    <span className="pill" data-gain={sum > 0}>
      {sum > 0 ? "+" : "−"}
      {Math.abs(sum)}
    </span>
  );
}

function Money({ from, to }: { readonly from: number; readonly to: number }): ReactNode {
  const { t } = useTexts();
  return (
    <p className="line away-money">
      {t("notifications.away_money")} <b>{from === to ? to : `${from} → ${to}`}</b>
      <Gain sum={to - from} />
    </p>
  );
}
