/** What is picked up at the table below, and ways to pick up, put back and do something. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import type { GameAction, Option } from "../../../protocol/types";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { type Chosen, type Way, waysOf } from "./chosen";
import { useKuhfstein } from "../view";

export interface Choosing {
  readonly options: readonly Option[];
  readonly chosen: Chosen | null;
  readonly ways: readonly Way[];
  /** Whether something can be done right now. */
  readonly able: boolean;
  readonly choose: (chosen: Chosen | null) => void;
  readonly act: (action: GameAction) => void;
}

const Context = createContext<Choosing | null>(null);
const NOTHING: readonly Option[] = [];

export function ChoosingProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const moment = useKuhfstein((view) => view.moment);
  const away = useTable((state) => state.you !== null && state.party?.places[state.you]?.away === true);
  const offers = useTable((state) => state.options);
  const options = away ? NOTHING : offers;
  const ready = useReady();
  const waiting = useWaiting();
  const send = useAct();
  const [kept, keep] = useState<{ readonly chosen: Chosen | null; readonly moment: number }>({ chosen: null, moment });
  // What was picked up for another moment of the game is put back.
  const chosen = kept.moment === moment && options.length > 0 ? kept.chosen : null;
  const choosing = useMemo<Choosing>(() => {
    const able = ready && !waiting;
    return {
      options,
      chosen,
      ways: waysOf(chosen, options),
      able,
      choose: (next) => keep({ chosen: next, moment }),
      act: (action) => {
        if (able) send(action);
      },
    };
  }, [options, chosen, ready, waiting, moment, send]);
  usePutBack(choosing);
  return <Context value={choosing}>{children}</Context>;
}

/** Escape puts back what is picked up, wherever the focus is; a dialog or a panel that it closes comes first. */
function usePutBack({ chosen, choose }: Choosing): void {
  useEffect(() => {
    if (chosen === null) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented && document.querySelector("dialog[open]") === null) choose(null);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [chosen, choose]);
}

export function useChoosing(): Choosing {
  const choosing = useContext(Context);
  if (choosing === null) throw new Error("nothing to choose here");
  return choosing;
}
