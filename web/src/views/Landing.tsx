/** The first page: one tap to a game, one to a table for friends, and the ways back to tables that are there. */
import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { GAMES } from "../games";
import { useTexts } from "../i18n/text";
import { line } from "../net/http";
import { Caught } from "./Caught";
import { Games } from "./landing/Games";
import { JoinByCode } from "./landing/JoinByCode";
import { Lobby } from "./landing/Lobby";
import { Opponents } from "./landing/Opponents";
import { OwnTables } from "./landing/OwnTables";
import { hasPlayed } from "./mine/hasPlayed";
import { Offline } from "./Offline";
import { Page } from "./Page";
import { useProblem } from "./problem";
import { ReportButton } from "./ReportButton";
import { useHouse } from "./useFetched";
import { useOpening } from "./useOpening";
import "./Landing.css";

// Whoever comes for the first time has none, and need not wait for them.
const MyGames = lazy(() => import("./mine/MyGames"));

const [FIRST] = GAMES;
const { Hero } = FIRST.poster;

export default function Landing(): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, crowded, open, learn } = useOpening(FIRST);
  const down = useStore(line, (state) => state.down);
  return (
    <Page>
      <main className="centred hero-page">
        {Hero !== undefined && <Hero />}
        <h1>{t("home.landing.head")}</h1>
        <p className="hero-lead">{t("home.landing.lead")}</p>
        {down && <Offline />}
        <div className="hero-go">
          <button type="button" className="btn btn--go big-btn" aria-busy={busy === FIRST} disabled={down} onClick={() => open(FIRST)}>
            <span>{t("home.landing.play")}</span>
            <small>{t("home.landing.play_why")}</small>
          </button>
          <Opponents />
          <button type="button" className="btn mid-btn" aria-busy={busy === "friends"} disabled={down} onClick={() => open("friends")}>
            {t("home.landing.friends")}
          </button>
          <button type="button" className="btn mid-btn" aria-busy={busy === "people"} disabled={down} onClick={() => open("people")}>
            {t("home.landing.people")}
          </button>
        </div>
        <p className="notice" role="alert">
          {problem === null ? busy !== null && t(crowded ? "home.landing.crowded" : "home.landing.opening") : worded(problem)}
        </p>
        {/* Asked for again when the connection is back. */}
        <OwnTables key={String(down)} />
        <JoinByCode />
        <Lobby />
      </main>
      <Games busy={busy} down={down} onPlay={open} onLearn={learn} />
      {hasPlayed() && (
        <Caught fallback={null}>
          <Suspense fallback={null}>
            <MyGames />
          </Suspense>
        </Caught>
      )}
      <footer className="centred hero-end">
        <Link className="btn" href="/in#key">
          {t("home.you")}
        </Link>
        <ReportButton />
        <HostPages />
      </footer>
    </Page>
  );
}

/** What the host of a site has to say: pages of the server, not of this client. */
function HostPages(): ReactNode {
  const { t } = useTexts();
  const house = useHouse();
  return house?.pages?.map((page) => (
    <a key={page} className="btn" href={`/${page}`}>
      {t(`home.host_page.${page}`)}
    </a>
  ));
}
