/** Buttons that open a table: busy, the reason why not, and the way there. */
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Game } from "../game/game";
import { useTexts } from "../../i18n/text";
import { learn, playNow, tableForFriends } from "./opening";

/** A game against bots, a table for friends, or one with whoever is there. */
export type Kind = Game | "friends" | "people";

interface Opening {
  readonly busy: Kind | null;
  readonly problem: unknown;
  /** The server has too much to do just now, and is asked again by itself. */
  readonly crowded: boolean;
  readonly open: (kind: Kind) => void;
  /** Begin the tutorial of a game. */
  readonly learn: (game: Game) => void;
}

/** `friendly`: what a table for friends begins with, where one can be opened. */
export function useOpening(friendly?: Game): Opening {
  const { t, language } = useTexts();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState<Kind | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [crowded, setCrowded] = useState(false);
  const gone = useRef<AbortController | null>(null);
  // Whoever has gone to another page meanwhile does not want to be fetched from there.
  useEffect(() => () => gone.current?.abort(), []);
  const open = async (kind: Kind, how: "play" | "learn" = "play"): Promise<void> => {
    if (busy !== null) return;
    setBusy(kind);
    setProblem(null);
    // The name is only taken for new guests; nobody is asked before they have played.
    const name = t("home.name.guest", { number: 10 + Math.floor(Math.random() * 90) });
    gone.current = new AbortController();
    const patience = { told: () => setCrowded(true), signal: gone.current.signal };
    try {
      const games = (game: Game): Promise<string> => (how === "learn" ? learn(name, game, patience) : playNow(name, game, language, patience));
      const shared = async (game: Game): Promise<string> => {
        const way = kind === "friends" ? tableForFriends : (await import("./matchmaking")).withPeople;
        return way(name, game, language, patience);
      };
      const table = typeof kind === "string" ? friendly && shared(friendly) : games(kind);
      if (table !== undefined) navigate(`/t/${await table}`);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(null);
      setCrowded(false);
    }
  };
  return { busy, problem, crowded, open: (kind) => void open(kind), learn: (game) => void open(game, "learn") };
}
