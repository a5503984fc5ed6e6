/** The curtain of a table, and who looks at what is before it. */
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { TableContext, useTableStore } from "../model/table/context";
import { useSkipping } from "../model/table/skipping";
import { FACTORS, paced } from "../model/table/preferences";
import type { TableState } from "../model/table/store";
import type { GameView, TempoName } from "../protocol/types";
import { Caught } from "../ui/page/Caught";
import { Curtain, type Director, type Playing } from "./curtain";
import { PlayedContext } from "./played";

/** What the table needs to know of its curtain; what its scenes are is the business of its game. */
interface Seen extends Pick<Curtain<unknown>, "table" | "heldFor" | "hear" | "soundsOf" | "whenLifted"> {
  readonly state: Pick<StoreApi<Playing<unknown>>, "getState" | "getInitialState" | "subscribe">;
}

const CurtainContext = createContext<Seen | null>(null);
const ScenesContext = createContext<ReactNode>(null);

/** What is played, at the table: it keeps to its places. */
export function Scenes(): ReactNode {
  return useContext(ScenesContext);
}

/** The curtain around here; null where nothing is ever played. */
export function useCurtain(): Seen | null {
  return useContext(CurtainContext);
}

const NOBODY: Seen["state"] = createStore<Playing<unknown>>(() => ({ act: null, entries: [] }));

/** Whether a scene plays that the table behind it waits for: what explains the table comes after it. */
export function useHolding(): boolean {
  return useStore(useCurtain()?.state ?? NOBODY, ({ act }) => act !== null && act.holds > 0);
}

/** What words are about: the view on the stage as long as that still plays how the game ended, else the true one. */
export function useToldView(): GameView | null {
  const live = useTableStore();
  const curtain = useCurtain();
  const view = useStore(live, (state) => state.view);
  const ended = useStore(live, ({ party }) => party?.stage === "ended");
  const staged = useStore(curtain?.table ?? live, (state) => state.view);
  return ended ? staged : view;
}

/** What a game plays, fetched when the table is there already. */
export interface Repertoire<Scene> {
  readonly direct: Director<Scene>;
  readonly Scenes: (props: { readonly curtain: Curtain<Scene> }) => ReactNode;
}

/** Long enough for the first table, and for what people do first. */
const SOON = 2500;
/** A table does not wait longer for a slow player of scenes: the server's own pause would not, either. */
const SLOWEST = 1;

/** How fast scenes are played on this device; 0: nothing moves. The tempo of the table goes first: its pauses have it. */
export function rateAt(tempo: TempoName | undefined): number {
  const length = paced(1);
  if (length === 0) return 0;
  return tempo === undefined ? Math.max(SLOWEST, 1 / length) : 1 / FACTORS[tempo];
}

/** Say whether something moves on the stage: what only stands there keeps nobody waiting. */
function usePlayed<Scene>(curtain: Curtain<Scene>): void {
  const played = useContext(PlayedContext);
  useEffect(() => {
    const stop = curtain.state.subscribe(({ act }) => played?.setState({ playing: act !== null && curtain.rate() > 0 }));
    return () => {
      stop();
      played?.setState({ playing: false });
    };
  }, [curtain, played]);
}

/** Plays nothing to somebody who is on the way to their next decision. */
function unlessSkipping<Scene>(direct: Director<Scene>): Director<Scene> {
  return (before, now, moves) => (skips(now) ? null : direct(before, now, moves));
}

const skips = ({ you, party }: TableState): boolean => you !== null && party?.places[you]?.hurrying === true;

interface Props<Scene> {
  /** Always the same function. */
  readonly load: () => Promise<Repertoire<Scene>>;
  /** How much faster than at a table time goes by. */
  readonly speed?: number;
  readonly children: ReactNode;
}

export function Theatre<Scene>({ load, speed = 1, children }: Props<Scene>): ReactNode {
  const live = useTableStore();
  const [pace] = useState(() => ({ speed }));
  const [curtain] = useState(() => new Curtain<Scene>(live, () => rateAt(live.getState().party?.tempo) * pace.speed));
  const [repertoire, setRepertoire] = useState<Repertoire<Scene> | null>(null);
  useEffect(() => {
    pace.speed = speed;
  }, [pace, speed]);
  useEffect(() => curtain.open(), [curtain]);
  usePlayed(curtain);
  useEffect(() => {
    const timer = setTimeout(() => void load().then(setRepertoire, () => undefined), SOON);
    return () => clearTimeout(timer);
  }, [load]);
  useEffect(() => {
    curtain.director = repertoire === null ? null : unlessSkipping(repertoire.direct);
  }, [curtain, repertoire]);
  const skipping = useSkipping();
  useEffect(() => {
    if (skipping) curtain.skip();
  }, [curtain, skipping]);
  const scenes = repertoire !== null && (
    // Only a show: the table goes on without it.
    <Caught fallback={null}>
      <repertoire.Scenes curtain={curtain} />
    </Caught>
  );
  return (
    <CurtainContext value={curtain}>
      <ScenesContext value={scenes}>{children}</ScenesContext>
    </CurtainContext>
  );
}

/** What is to be seen as the scene wants it. */
export function OnStage({ children }: { readonly children: ReactNode }): ReactNode {
  const curtain = useCurtain();
  return curtain === null ? children : <TableContext value={curtain.table}>{children}</TableContext>;
}
