/** How long somebody still has, by the clock of the server. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import { clockText, useDeadline, useSecondsLeft } from "./clock";
import "./Countdown.css";

export function Countdown({ seat }: { readonly seat: number | null }): ReactNode {
  const { t } = useTexts();
  const seconds = useSecondsLeft(useDeadline(seat));
  if (seconds === null) return null;
  return (
    <span className={`clock ${seconds <= 10 ? "soon" : ""}`} role="timer" aria-label={t("play.time_left")}>
      {seconds === 0 ? "…" : clockText(seconds)}
    </span>
  );
}
