/** A table from the invitation to the score sheet: one store, one page for each stage. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { useGame } from "../../model/game/context";
import { useTexts } from "../../i18n/text";
import { nothingPlayed, type Played, PlayedContext } from "../../theatre/played";
import { Lost } from "../lost/Lost";
import { Offline } from "../../ui/page/Offline";
import { Page } from "../../ui/page/Page";
import { TableContext, useIsOffline, useTable } from "../../model/table/context";
import { ShuffleWarning } from "../../table/ShuffleWarning";
import { left, storeFor } from "../../model/table/earlyTable";
import { isCovered } from "../../model/table/passing";
import { tableStore } from "../../model/table/store";
import { isOffline } from "../../net/offline/where";
import { GameAtTable, TableScreen } from "../../table/TablePage";
import { RollbackNotice } from "../../table/RollbackNotice";

// Whoever comes to a game that goes on needs neither, and should not wait for them.
const WaitingRoom = lazy(async () => ({ default: (await import("../room/WaitingRoom")).WaitingRoom }));
const Starting = lazy(() => import("../offline/Starting"));
const Unkept = lazy(() => import("../offline/Unkept"));
const PassAround = lazy(() => import("../offline/PassAround"));
const scoring = async (): Promise<typeof import("../score/ScoreSheet")> => import("../score/ScoreSheet");
const ScoreSheet = lazy(scoring);

/** Long enough for the table to be there: the end must not wait for a server that has changed meanwhile. */
const SOON = 5000;

export default function Table({ table }: { readonly table: string }): ReactNode {
  const [handed, setHanded] = useState(0);
  // Each time the device is handed on, everything begins anew: what one player has seen is not there for the next.
  return <Shown key={handed} table={table} handed={handed > 0} onHanded={() => setHanded(handed + 1)} />;
}

interface ShownProps {
  readonly table: string;
  /** Whether somebody has just said that they have the device. */
  readonly handed: boolean;
  readonly onHanded: () => void;
}

function Shown({ table, handed, onHanded }: ShownProps): ReactNode {
  const [store] = useState(() => (handed ? tableStore(table) : storeFor(table)));
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
            <Covered handed={handed} onHanded={onHanded}>
              <Staged played={played} />
            </Covered>
          </GameAtTable>
        </PlayedContext>
      </Suspense>
      {isOffline(table) && (
        <Suspense fallback={null}>
          <Unkept />
        </Suspense>
      )}
    </TableContext>
  );
}

type CoveredProps = Omit<ShownProps, "table"> & { readonly children: ReactNode };

/** Where people pass this device around, the table is covered between them. */
function Covered({ children, ...props }: CoveredProps): ReactNode {
  const covered = useTable(isCovered);
  if (!covered) return children;
  return (
    <Suspense fallback={null}>
      <PassAround {...props}>{children}</PassAround>
    </Suspense>
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
  const here = useIsOffline();
  const [fresh, setFresh] = useState(false);
  if (stage === "playing" && !fresh) setFresh(true);
  if (reason !== null) return <Lost reason={reason} />;
  switch (stage) {
    case undefined:
      if (here) return <Starting />;
      // It goes on by itself: the socket tries again and again.
      return crowded ? <Crowded /> : offline ? <Unreached /> : null;
    case "open":
    case "revealing":
      return (
        <>
          <RollbackNotice className="page-news" />
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
          <RollbackNotice className="page-news" />
          <ShuffleWarning className="page-news" />
          <ScoreSheet fresh={fresh} />
        </Suspense>
      );
    case "closed":
      return <Lost reason={closed ?? "closed"} />;
  }
}
