/** Where there is nothing, or nothing any more: what has happened, and what to do now. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { GAMES } from "../../games";
import { useTexts } from "../../i18n/text";
import { Page } from "../../ui/page/Page";
import { useProblem } from "../../net/problem";
import { useOpening } from "../../model/opening/useOpening";
import { PlayButton } from "../../widgets/PlayButton";
import "./Lost.css";

/** The reasons that have words of their own; the codes are the server's. */
const REASONS = ["no_such_table", "kicked", "logged_out", "banned_address", "deserted", "idle", "operator", "closed", "no_such_path", "no_such_code", "unavailable"] as const;
type Reason = (typeof REASONS)[number];

function isReason(reason: string): reason is Reason {
  return (REASONS as readonly string[]).includes(reason);
}

export function Lost({ reason = "no_such_path" }: { readonly reason?: string }): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, crowded, open } = useOpening(GAMES[0]);
  const known = isReason(reason) ? reason : reason === "slow_down" || reason === "busy" ? "unavailable" : "closed";
  const title = t(`home.lost.${known}.title`);
  return (
    <Page title={title} back>
      <main className="middle lost">
        <div className="sheet-of-paper centred">
          <img src="/art/goat.svg" alt="" width="120" height="120" />
          <h1>{title}</h1>
          <p>{t(`home.lost.${known}.why`)}</p>
          <PlayButton game={GAMES[0]} busy={busy === GAMES[0]} onPlay={open} />
          <p className="notice" role="alert">
            {problem === null ? crowded && t("home.landing.crowded") : worded(problem)}
          </p>
          <Link className="btn" href="/">
            {t("home.back")}
          </Link>
        </div>
      </main>
    </Page>
  );
}
