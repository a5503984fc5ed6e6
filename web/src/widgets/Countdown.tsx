/** How long somebody still has, by the clock of the server. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import { Icon } from "../ui/Icon";
import { clockText, SOON, useSecondsLeft } from "../model/table/clock";
import { useTable, useTableStore } from "../model/table/context";
import { useNames } from "../model/table/names";
import "./Countdown.css";

/** More time for whoever decides, from us; the server says whether that is possible. */
function useMoreTime(seat: number | null): (() => void) | null {
  const store = useTableStore();
  const may = useTable(({ you, status, timers }) => {
    const more = timers.find((timer) => timer.seat === seat)?.more ?? [];
    return you !== null && status === "online" && more.includes(you);
  });
  return seat === null || !may ? null : () => store.ask({ type: "more_time", seat });
}

function TakeTime({ seat }: { readonly seat: number }): ReactNode {
  const { t } = useTexts();
  const take = useMoreTime(seat);
  if (take === null) return null;
  return (
    <button type="button" data-time className="icon-btn" aria-label={t("play.take_time")} title={t("play.take_time")} onClick={take}>
      <Icon name="hourglass" size={20} />
    </button>
  );
}

/** For those who wait: they can let somebody think. */
export function GiveTime(): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const seat = useTable(({ you, timers }) => timers.find((timer) => timer.seat !== null && timer.seat !== you)?.seat ?? null);
  const give = useMoreTime(seat);
  if (give === null || seat === null) return null;
  return (
    <button type="button" data-time className="btn" onClick={give}>
      <Icon name="hourglass" size={18} /> {t("play.give_time", { seat: names[seat] ?? "" })}
    </button>
  );
}

export function Countdown({ seat }: { readonly seat: number | null }): ReactNode {
  const { t } = useTexts();
  const seconds = useSecondsLeft(seat);
  const own = useTable(({ you }) => you !== null && you === seat);
  if (seconds === null) return null;
  return (
    <>
      <span className={`clock ${seconds <= SOON ? "soon" : ""}`} role="timer" aria-label={t("play.time_left")}>
        {seconds === 0 ? "…" : clockText(seconds)}
      </span>
      {own && seat !== null && <TakeTime seat={seat} />}
    </>
  );
}
