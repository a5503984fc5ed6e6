/** The first page: one tap to a game, one to a table for friends, and the ways back to tables that are there. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import { Games } from "./landing/Games";
import { Fan } from "./landing/Fan";
import { JoinByCode } from "./landing/JoinByCode";
import { Lobby } from "./landing/Lobby";
import { OwnTables } from "./landing/OwnTables";
import { Page } from "./Page";
import { useProblem } from "./problem";
import { useOpening } from "./useOpening";

export function Landing(): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, open } = useOpening();
  return (
    <Page>
      <main className="hero-page">
        <Fan />
        <h1>{t("home.landing.head")}</h1>
        <p className="hero-lead">{t("home.landing.lead")}</p>
        <div className="hero-go">
          <button type="button" className="btn btn--go big-btn" aria-busy={busy === "bots"} onClick={() => open("bots")}>
            <span>{t("home.landing.play")}</span>
            <small>{t("home.landing.play_why")}</small>
          </button>
          <button type="button" className="btn mid-btn" aria-busy={busy === "friends"} onClick={() => open("friends")}>
            {t("home.landing.friends")}
          </button>
        </div>
        <p className="notice" role="alert">
          {problem === null ? busy !== null && t("home.landing.opening") : worded(problem)}
        </p>
        <OwnTables />
        <JoinByCode />
        <Lobby />
      </main>
      <Games />
    </Page>
  );
}
