/** The curtain of a table, and who looks at what is before it. */
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { TableContext, useTableStore } from "../table/context";
import { useHurrying } from "../table/HurryOn";
import { FACTORS, paced } from "../table/preferences";
import type { TableState } from "../table/store";
import type { TempoName } from "../protocol/types";
import { Caught } from "../views/Caught";
import { Curtain, type Director } from "./curtain";
import { PlayedContext } from "./played";

/** What the table needs to know of its curtain; what its scenes are is the business of its game. */
type Seen = Pick<Curtain<unknown>, "table" | "heldFor" | "hear" | "soundsOf" | "whenLifted">;

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
function unhurried<Scene>(direct: Director<Scene>): Director<Scene> {
  return (before, now, moves) => (hurries(now) ? null : direct(before, now, moves));
}

const hurries = ({ you, party }: TableState): boolean => you !== null && party?.places[you]?.hurrying === true;

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
    curtain.director = repertoire === null ? null : unhurried(repertoire.direct);
  }, [curtain, repertoire]);
  const hurrying = useHurrying();
  useEffect(() => {
    if (hurrying) curtain.skip();
  }, [curtain, hurrying]);
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
