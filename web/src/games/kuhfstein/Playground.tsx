/** One's own landscape in the middle, what is open for all on one side, the others on the other. */
import type { ReactNode } from "react";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { Board } from "./board/Board";
import { ChoosingProvider } from "./board/choosing";
import { Display } from "./display/Display";
import { Drawings } from "./drawings";
import { Opponents } from "./players/Opponents";
import { OwnPieces } from "./players/OwnPieces";
import { useTexts } from "./texts";
import { Tip } from "./Tip";
import { Track } from "./display/Track";
import { soleAsked } from "../../model/table/asked";
import { useKuhfstein } from "./view";

/** Who is shown in the middle: oneself, else whoever plays now. */
function useShown(): number {
  const you = useTable((state) => state.you);
  const acting = useKuhfstein((view) => soleAsked(view) ?? view.fox);
  return you ?? acting;
}

function LastRound(): ReactNode {
  const { t } = useTexts();
  const last = useKuhfstein((view) => view.last_round && view.phase.phase === "acting");
  if (!last) return null;
  return (
    <p className="last-round" role="status">
      {t("kuhfstein.last_round")}
    </p>
  );
}

/** All of the table but its frame, for games that go on and for those that are over. */
export function Playground({ children }: { readonly children: ReactNode }): ReactNode {
  const you = useTable((state) => state.you);
  const names = useNames();
  const shown = useShown();
  const data = useKuhfstein((view) => view.seats[shown]);
  return (
    <ChoosingProvider>
      <Drawings />
      <Track />
      <Display />
      <main className="stage field" data-shown={shown}>
        {data !== undefined && <Board key={shown} seat={shown} data={data} name={names[shown] ?? ""} live={shown === you} />}
        <Tip />
        <LastRound />
      </main>
      <section className="ledge bottom">
        {data?.hand != null && <OwnPieces own={shown} />}
        {children}
      </section>
      <Opponents shown={shown} />
    </ChoosingProvider>
  );
}
