/** A finished game again, at the very table where it was played. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Redirect } from "wouter";
import { gameNamed } from "../../games";
import { GameContext } from "../../model/game/context";
import type { Game } from "../../model/game/game";
import { TextedAfter, TextedWith, useTexts } from "../../i18n/text";
import type { ReplayStep } from "../../protocol/types";
import { TableContext, useIsOffline, useTable } from "../../model/table/context";
import { Outdated } from "../../ui/page/Caught";
import { Lost } from "../lost/Lost";
import { spotOf } from "../../model/replay/address";
import { ReplayContext, usePlaying } from "../../model/replay/context";
import { lasting } from "./pace";
import { Replayer } from "../../model/replay/store";
import { Bar } from "./Bar";
import { ReplayFrame } from "./ReplayFrame";
import { useAddress } from "./useAddress";

const Starting = lazy(() => import("../offline/Starting"));

const paced = ({ view, events, beat }: ReplayStep): number => lasting(events, gameNamed(view.game)?.lasting, beat);

export default function ReplayPage({ table }: { readonly table: string }): ReactNode {
  const [replayer] = useState(() => new Replayer(table, paced));
  useEffect(() => {
    const { step, viewer } = spotOf(location.hash);
    void replayer.open(step, viewer);
    return () => replayer.close();
  }, [replayer]);
  return (
    <TextedAfter>
      <ReplayContext value={replayer}>
        <TableContext value={replayer.table}>
          <Screen replayer={replayer} />
        </TableContext>
      </ReplayContext>
    </TextedAfter>
  );
}

function Screen({ replayer }: { readonly replayer: Replayer }): ReactNode {
  const { t } = useTexts();
  const problem = usePlaying((state) => state.problem);
  const there = useTable((state) => state.view !== null);
  const game = gameNamed(useTable((state) => state.view?.game));
  const here = useIsOffline();
  useAddress(replayer, there);
  const title = `${t("replay.title")} · ${t("home.title")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (problem === "not_ended") return <Redirect to={`/t/${replayer.id}`} replace />;
  if (problem !== null) return <Lost reason={problem} />;
  if (!there) return here && <Starting />;
  return game === undefined ? <Outdated /> : <Again game={game} />;
}

function Again({ game }: { readonly game: Game }): ReactNode {
  return (
    <TextedWith files={game.texts}>
      <GameContext value={game}>
        <Suspense fallback={null}>
          <game.Replay Frame={ReplayFrame} Bar={Bar} />
        </Suspense>
      </GameContext>
    </TextedWith>
  );
}
