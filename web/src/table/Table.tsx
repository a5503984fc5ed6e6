/** A table from the invitation to the score sheet: one store, one page for each stage. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { useGame } from "../games/context";
import { useTexts } from "../i18n/text";
import { nothingPlayed, type Played, PlayedContext } from "../theatre/played";
import { Lost } from "../views/Lost";
import { Offline } from "../views/Offline";
import { Page } from "../views/Page";
import { TableContext, useTable } from "./context";
import { left, storeFor } from "./earlyTable";
import { GameAtTable, TableScreen } from "./TablePage";
import { WentBack } from "./WentBack";

// Whoever comes to a game that goes on needs neither, and should not wait for them.
const WaitingRoom = lazy(async () => ({ default: (await import("../views/WaitingRoom")).WaitingRoom }));
const scoring = async (): Promise<typeof import("../views/ScoreSheet")> => import("../views/ScoreSheet");
const ScoreSheet = lazy(scoring);

/** Long enough for the table to be there: the end must not wait for a server that has changed meanwhile. */
const SOON = 5000;

export default function Table({ table }: { readonly table: string }): ReactNode {
  const [store] = useState(() => storeFor(table));
  const [played] = useState(nothingPlayed);
  useEffect(() => {
    store.open();
    return () => left(store);
  }, [store]);
  return (
    <TableContext value={store}>
      <Suspense fallback={null}>
        <PlayedContext value={played}>
          <GameAtTable>
            <Staged played={played} />
          </GameAtTable>
        </PlayedContext>
      </Suspense>
    </TableContext>
  );
}

/** A table that was opened without a connection. */
function Unreached(): ReactNode {
  const { t } = useTexts();
  return (
    <Page title={t("home.offline.title")} back>
      <main className="middle lost">
        <Offline />
      </main>
    </Page>
  );
}

/** A table that many want to look at while the server has too much to do. */
function Crowded(): ReactNode {
  const { t } = useTexts();
  const title = t("home.crowded.title");
  return (
    <Page title={title} back>
      <main className="middle lost">
        <div className="sheet-of-paper centred" role="status">
          <img src="/art/goat.svg" alt="" width="120" height="120" />
          <h1>{title}</h1>
          <p>{t("home.crowded.why")}</p>
        </div>
      </main>
    </Page>
  );
}

/** Fetch what the end of the game needs. */
function usePreparedEnd(): void {
  const game = useGame();
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([scoring(), game?.after()]).catch(() => undefined), SOON);
    return () => clearTimeout(timer);
  }, [game]);
}

function Staged({ played }: { readonly played: Played }): ReactNode {
  usePreparedEnd();
  const { playing } = useStore(played);
  const stage = useTable((state) => state.party?.stage);
  const reason = useTable((state) => state.reason);
  const closed = useTable((state) => state.party?.closed);
  const offline = useTable((state) => state.status === "offline");
  const crowded = useTable((state) => state.crowded);
  if (reason !== null) return <Lost reason={reason} />;
  switch (stage) {
    case undefined:
      // It goes on by itself: the socket tries again and again.
      return crowded ? <Crowded /> : offline ? <Unreached /> : null;
    case "open":
    case "revealing":
      return (
        <>
          <WentBack className="page-news" />
          <WaitingRoom />
        </>
      );
    case "playing":
    case "paused":
      return <TableScreen />;
    case "ended":
      // The last trade is as good as any other.
      if (playing) return <TableScreen />;
      return (
        <Suspense fallback={null}>
          <WentBack className="page-news" />
          <ScoreSheet />
        </Suspense>
      );
    case "closed":
      return <Lost reason={closed ?? "closed"} />;
  }
}
