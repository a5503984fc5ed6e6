/** The table that a screen is paired with, from the waiting room to the podium, as a spectator sees it. */
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { ScreenOf } from "../../games/screens";
import { useGame } from "../../model/game/context";
import { TableContext, useTable } from "../../model/table/context";
import { tableStore } from "../../model/table/store";
import { GameAtTable } from "../../table/TablePage";
import { nothingPlayed, type Played, PlayedContext } from "../../theatre/played";
import { ScreenWaitingRoom } from "./ScreenWaitingRoom";
import type { Pairing } from "./pairing";
import { Podium } from "./Podium";
import { ScreenFrame } from "./ScreenFrame";
import { TableFrame } from "./TableFrame";
import { useTexts } from "./texts";
import { useStatusText } from "./useStatusText";

interface Props {
  readonly pairing: Pairing;
  readonly table: string;
}

export function ScreenTable({ pairing, table }: Props): ReactNode {
  const [store] = useState(() => tableStore(table, async () => pairing.admission(table)));
  const [played] = useState(nothingPlayed);
  useEffect(() => {
    store.open();
    return () => store.close();
  }, [store]);
  return (
    <TableContext value={store}>
      <PlayedContext value={played}>
        <GameAtTable>
          <Followed pairing={pairing} />
          <Suspense fallback={<Coming />}>
            <Staged played={played} />
          </Suspense>
        </GameAtTable>
      </PlayedContext>
    </TableContext>
  );
}

/** Follow the table to its rematch; show a new code if the table is gone or the host removed the screen. */
function Followed({ pairing }: Pick<Props, "pairing">): ReactNode {
  const rematch = useTable(({ party }) => party?.rematch ?? null);
  const gone = useTable(({ reason, party }) => reason !== null || party?.stage === "closed");
  useEffect(() => {
    if (gone) pairing.restart();
    else if (rematch !== null) pairing.follow();
  }, [gone, rematch, pairing]);
  return null;
}

function Coming(): ReactNode {
  const { t } = useTexts();
  return (
    <ScreenFrame title={t("home.title")} news={t("screen.pair.starting")} halted={useStatusText()}>
      {null}
    </ScreenFrame>
  );
}

function Staged({ played }: { readonly played: Played }): ReactNode {
  const { playing } = useStore(played);
  const game = useGame();
  const party = useTable((state) => state.party);
  if (party === null || game === null) return <Coming />;
  switch (party.stage) {
    case "open":
    case "revealing":
      return <ScreenWaitingRoom party={party} />;
    case "ended":
      return playing ? <ScreenOf game={game.name} Frame={TableFrame} /> : <Podium />;
    case "playing":
    case "paused":
      return <ScreenOf game={game.name} Frame={TableFrame} />;
    case "closed":
      return <Coming />;
  }
}
