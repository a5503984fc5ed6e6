/** A finished game again, at the very table where it was played. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Redirect } from "wouter";
import { Scene } from "../cards/Scene";
import type { More } from "../i18n/catalogue";
import { TextedWith, useTexts } from "../i18n/text";
import { TableContext, useTable } from "../table/context";
import { Flight } from "../table/Flight";
import { Happening } from "../table/Happening";
import { HerdMatrix } from "../table/HerdMatrix";
import { Mine } from "../table/Mine";
import { useNames } from "../table/names";
import { Seats } from "../table/Seats";
import { Stage } from "../table/Stage";
import { Ticker } from "../table/Ticker";
import { plain, wording } from "../table/wording";
import { Lost } from "../views/Lost";
import { spotOf } from "./address";
import { Bar } from "./Bar";
import { ReplayContext, usePlaying } from "./context";
import { Side } from "./Side";
import { Replayer } from "./store";
import { Top } from "./Top";
import { useAddress } from "./useAddress";
import "../styles/cards.css";
import "../styles/table.css";
import "../styles/replay.css";

// Whoever looks at Kuhhandel again does not need it.
const LandAgain = lazy(() => import("./LandAgain"));
const PARTS: readonly More[] = ["after", "land"];

export default function ReplayPage({ table }: { readonly table: string }): ReactNode {
  const [replayer] = useState(() => new Replayer(table));
  useEffect(() => {
    const { step, viewer } = spotOf(location.hash);
    void replayer.open(step, viewer);
    return () => replayer.close();
  }, [replayer]);
  return (
    <TextedWith parts={PARTS}>
      <ReplayContext value={replayer}>
        <TableContext value={replayer.table}>
          <Screen replayer={replayer} />
        </TableContext>
      </ReplayContext>
    </TextedWith>
  );
}

function Screen({ replayer }: { readonly replayer: Replayer }): ReactNode {
  const { t } = useTexts();
  const [drawer, setDrawer] = useState(false);
  const problem = usePlaying((state) => state.problem);
  const shown = useTable((state) => state.seq);
  const there = useTable((state) => state.view !== null);
  const seated = useTable((state) => state.you !== null);
  const land = useTable((state) => state.view?.game === "kuhfstein");
  const viewer = usePlaying((state) => state.shown);
  useAddress(replayer, there);
  const title = `${t("replay.title")} · ${t("home.title")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (problem === "not_ended") return <Redirect to={`/t/${replayer.id}`} replace />;
  if (problem !== null) return <Lost reason={problem} />;
  if (!there) return null;
  return (
    <div
      className={`table replay ${land ? "land" : ""} ${seated ? "" : "watching"} ${viewer === "all" ? "unveiled" : ""}`}
      data-step={shown}
      data-viewer={viewer}
    >
      <Scene />
      <Top drawer={drawer} onDrawer={() => setDrawer(!drawer)} />
      {land ? (
        <Suspense fallback={null}>
          <LandAgain />
        </Suspense>
      ) : (
        <Again step={shown} />
      )}
      <Side open={drawer} onClose={() => setDrawer(false)}>
        {!land && <HerdMatrix />}
      </Side>
      <Told />
    </div>
  );
}

/** The table of Kuhhandel again. */
function Again({ step }: { readonly step: number }): ReactNode {
  return (
    <>
      <Seats />
      <Stage />
      <Ticker />
      <Bar />
      <Mine />
      {/* The key takes away what was shown of the step before. */}
      <Happening key={step} />
      <Flight />
    </>
  );
}

/** Tells screen readers what the step was about. */
function Told(): ReactNode {
  const { find } = useTexts();
  const names = useNames();
  const line = useTable((state) => state.lines.at(-1));
  return (
    <p className="sr" aria-live="polite">
      {line !== undefined && plain(wording(line, names, find))}
    </p>
  );
}
