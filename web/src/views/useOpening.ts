/** Buttons that open a table: busy, the reason why not, and the way there. */
import { useState } from "react";
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
  readonly open: (kind: Kind) => void;
}

export function useOpening(): Opening {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState<Kind | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const open = async (kind: Kind): Promise<void> => {
    if (busy !== null) return;
    setBusy(kind);
    setProblem(null);
    // The name is only taken for new guests; nobody is asked before they have played.
    const name = t("home.name.guest", { number: 10 + Math.floor(Math.random() * 90) });
    try {
      navigate(`/t/${await (kind === "friends" ? tableForFriends(name, GAMES[0]) : playNow(name, kind))}`);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(null);
    }
  };
  return { busy, problem, open: (kind) => void open(kind) };
}
