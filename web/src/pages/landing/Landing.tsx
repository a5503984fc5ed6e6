/** The first page: one tap to a game, one to a table for friends, and the ways back to tables that are there. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { GAMES } from "../../games";
import { useTexts } from "../../i18n/text";
import { line } from "../../net/http";
import { INSTALLED, isStatic } from "../../net/offline/where";
import { forget, keep, kept } from "../../lib/storage";
import { Caught } from "../../ui/page/Caught";
import { Games } from "./Games";
import { JoinByCode } from "./JoinByCode";
import { Lobby } from "./Lobby";
import { Opponents } from "./Opponents";
import { AccountChip } from "./AccountChip";
import { OwnTables, running } from "./OwnTables";
import { hasPlayed } from "../../model/score/hasPlayed";
import { Offline } from "../../ui/page/Offline";
import { Page } from "../../ui/page/Page";
import { useProblem } from "../../net/problem";
import type { Me } from "../../protocol/types";
import { ReportButton } from "../../widgets/report/ReportButton";
import { useHouse, useMe } from "../../net/useFetched";
import { type Kind, useOpening } from "../../model/opening/useOpening";
import { PlayButton } from "../../widgets/PlayButton";
import "./Landing.css";

// Whoever comes for the first time has none, and need not wait for them.
const MyGames = lazy(() => import("./mine/MyGames"));
const Suggested = lazy(() => import("./level/Suggested"));

// What only offline play needs.
const Playable = lazy(async () => ({ default: (await import("../offline/AtLanding")).Playable }));
const Loading = lazy(async () => ({ default: (await import("../offline/AtLanding")).Loading }));
const AloneLead = lazy(async () => ({ default: (await import("../offline/AtLanding")).AloneLead }));

/** Whether there were tables of one's own. */
const OWN = "kuhstall.own";

const [FIRST] = GAMES;
const { Hero } = FIRST.poster;

export default function Landing(): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, crowded, open, learn } = useOpening(FIRST);
  const down = useStore(line, (state) => state.down);
  const me = useMe(down);
  const expected = useExpected(me);
  const alone = isStatic();
  // What goes without a server.
  const here = alone || (kept(INSTALLED) ?? "") !== "";
  return (
    <Page bar={alone ? undefined : <AccountChip me={me} />}>
      <main className="landing" data-expected={expected && me === null}>
        {me != null && running(me).length > 0 && (
          <div className="landing-own">
            <OwnTables me={me} />
          </div>
        )}
        <section className="centred hero-page">
          {Hero !== undefined && <Hero />}
          <h1>{t("home.landing.head")}</h1>
          <p className="hero-lead">{alone ? <Late Part={AloneLead} /> : t("home.landing.lead")}</p>
          {down && (here ? <Late Part={Playable} /> : <Offline />)}
          <div className="hero-go">
            <PlayButton game={FIRST} busy={busy === FIRST} disabled={down && !here} onPlay={open} />
            {alone || <WithOthers busy={busy} down={down} onOpen={open} />}
            <div className="hero-lines">
              <Opponents />
              {alone || <JoinByCode />}
            </div>
            {hasPlayed() && <Late Part={Suggested} />}
          </div>
          <p className="notice" role="alert">
            {problem === null ? busy !== null && t(crowded ? "home.landing.crowded" : "home.landing.opening") : worded(problem)}
          </p>
          {busy !== null && here && <Late Part={Loading} />}
        </section>
        {alone || <Lobby />}
      </main>
      <Games busy={busy} down={down && !here} onPlay={open} onLearn={learn} />
      {hasPlayed() && (
        <Caught fallback={null}>
          <Suspense fallback={null}>
            <MyGames />
          </Suspense>
        </Caught>
      )}
      <footer className="centred hero-end">
        {alone ? (
          <OfflineLink />
        ) : (
          <>
            {me != null && me.name !== "" && (
              <Link className="btn" href="/games">
                {t("home.landing.history")}
              </Link>
            )}
            <ReportButton />
            <FromHost />
          </>
        )}
      </footer>
    </Page>
  );
}

/** Whether this browser had tables of its own at the last visit: what comes first on the page is worth a moment's wait. */
function useExpected(me: Me | null | undefined): boolean {
  const [before] = useState(() => kept(OWN) !== null);
  useEffect(() => {
    if (me == null) return;
    if (running(me).length > 0) keep(OWN, "1");
    else forget(OWN);
  }, [me]);
  return before;
}

interface WithOthersProps {
  readonly busy: Kind | null;
  readonly down: boolean;
  readonly onOpen: (kind: Kind) => void;
}

/** A table for friends, and one with whoever is there: after the one button that leads to a game at once. */
function WithOthers({ busy, down, onOpen }: WithOthersProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className="hero-others">
      {(["friends", "people"] as const).map((kind) => (
        <button key={kind} type="button" className="btn" aria-busy={busy === kind} disabled={down} onClick={() => onOpen(kind)}>
          {t(`home.landing.${kind}`)}
        </button>
      ))}
    </div>
  );
}

/** A part that comes late, and whose place may stay empty. */
function Late({ Part }: { readonly Part: ComponentType }): ReactNode {
  return (
    <Caught fallback={null}>
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </Caught>
  );
}

function OfflineLink(): ReactNode {
  const { t } = useTexts();
  return (
    <Link className="btn" href="/offline">
      {t("home.offline.play")}
    </Link>
  );
}

/** Offline play, unless the host does not want it, and what the host has to say: pages of the server, not of this client. */
function FromHost(): ReactNode {
  const { t } = useTexts();
  const house = useHouse();
  return (
    <>
      {house?.offline !== false && <OfflineLink />}
      {house?.pages?.map((page) => (
        <a key={page} className="btn" href={`/${page}`}>
          {t(`home.host_page.${page}`)}
        </a>
      ))}
    </>
  );
}
