/** Buttons that open a table: busy, the reason why not, and the way there. */
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { GAMES } from "../games";
import type { Game } from "../games/game";
import { useTexts } from "../i18n/text";
import { playNow, tableForFriends } from "./opening";

/** A game against bots, or a table for friends. */
export type Kind = Game | "friends";

interface Opening {
  readonly busy: Kind | null;
  readonly problem: unknown;
  /** The server has too much to do just now, and is asked again by itself. */
  readonly crowded: boolean;
  readonly open: (kind: Kind) => void;
}

export function useOpening(): Opening {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState<Kind | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [crowded, setCrowded] = useState(false);
  const gone = useRef<AbortController | null>(null);
  // Whoever has gone to another page meanwhile does not want to be fetched from there.
  useEffect(() => () => gone.current?.abort(), []);
  const open = async (kind: Kind): Promise<void> => {
    if (busy !== null) return;
    setBusy(kind);
    setProblem(null);
    // The name is only taken for new guests; nobody is asked before they have played.
    const name = t("home.name.guest", { number: 10 + Math.floor(Math.random() * 90) });
    gone.current = new AbortController();
    const patience = { told: () => setCrowded(true), signal: gone.current.signal };
    try {
      navigate(`/t/${await (kind === "friends" ? tableForFriends(name, GAMES[0], patience) : playNow(name, kind, patience))}`);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(null);
      setCrowded(false);
    }
  };
  return { busy, problem, crowded, open: (kind) => void open(kind) };
}
