/** Kuhfstein's table: one's own landscape in the middle, what is open for all on one side, the others on the other. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { type More } from "../i18n/catalogue";
import { TextedWith, useTexts } from "../i18n/text";
import { hintsLeft, LAND_HINTS } from "../table/coached";
import { useTable } from "../table/context";
import { Frame } from "../table/Frame";
import { useNames } from "../table/names";
import { Caught } from "../views/Caught";
import { Drawings } from "./art";
import { Board } from "./Board";
import { ChoosingProvider } from "./context";
import { Doing, Tip } from "./Doing";
import { actorOf, useLand } from "./land";
import { Market } from "./Market";
import { Mine } from "./Mine";
import { Others } from "./Others";
import { useLandTurn, useStep } from "./situation";
import { Track } from "./Track";
import "../styles/land.css";

// Only for a first game.
const Coach = lazy(() => import("../table/Coach"));
const PARTS: readonly More[] = ["land"];

export default function Land(): ReactNode {
  return (
    <TextedWith parts={PARTS}>
      <Framed />
    </TextedWith>
  );
}

function Framed(): ReactNode {
  const turn = useLandTurn();
  const [news] = useState(() => hintsLeft(LAND_HINTS));
  const seated = useTable((state) => state.you !== null);
  return (
    <Frame className="land" turn={turn} progress={<Actions />}>
      <LandTable>
        <Doing />
      </LandTable>
      {news && seated && (
        <Caught fallback={null}>
          <Suspense fallback={null}>
            <Coach />
          </Suspense>
        </Caught>
      )}
    </Frame>
  );
}

/** Two actions a turn: which one this is. */
function Actions(): ReactNode {
  const { t } = useTexts();
  const phase = useLand((view) => view.phase);
  const you = useTable((state) => state.you);
  const step = useStep();
  if (phase.phase !== "acting" || step === null) return null;
  const bonus = phase.doing === "extra" || phase.doing === "tile" || phase.doing === "card";
  const done = phase.doing === "confirm" ? 2 : Math.max(0, 1 - phase.left);
  const short = bonus ? t("kuhfstein.step.bonus") : phase.doing === "confirm" ? t("kuhfstein.step.done") : t("kuhfstein.step.short", { number: done + 1 });
  return (
    <span className={`acts ${phase.seat === you ? "" : "theirs"} ${bonus ? "bonus" : ""}`} role="img" aria-label={step} title={step} data-left={phase.left} data-doing={phase.doing}>
      <span className="lab">{short}</span>
      <i className={done >= 1 ? "on" : phase.doing === "action" ? "now" : ""} />
      <i className={done >= 2 ? "on" : phase.doing === "action" && done === 1 ? "now" : ""} />
    </span>
  );
}

/** Who is shown in the middle: oneself, else whoever plays now. */
function useShown(): number {
  const you = useTable((state) => state.you);
  const acting = useLand((view) => actorOf(view.phase) ?? view.fox);
  return you ?? acting;
}

function LastRound(): ReactNode {
  const { t } = useTexts();
  const last = useLand((view) => view.last_round && view.phase.phase === "acting");
  if (!last) return null;
  return (
    <p className="lastround" role="status">
      {t("kuhfstein.last_round")}
    </p>
  );
}

/** All of the table but its frame, for games that go on and for those that are over. */
export function LandTable({ children }: { readonly children: ReactNode }): ReactNode {
  const you = useTable((state) => state.you);
  const names = useNames();
  const shown = useShown();
  const data = useLand((view) => view.seats[shown]);
  return (
    <ChoosingProvider>
      <Drawings />
      <Track />
      <Market />
      <main className="stage field" data-shown={shown}>
        {data !== undefined && <Board key={shown} seat={shown} data={data} name={names[shown] ?? ""} live={shown === you} />}
        <Tip />
        <LastRound />
      </main>
      <section className="bottom">
        {data?.hand != null && <Mine own={shown} />}
        {children}
      </section>
      <Others shown={shown} />
    </ChoosingProvider>
  );
}
