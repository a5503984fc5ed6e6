/** The one button that leads to a game at once: it names the game, and how good the bots are. */
import type { ReactNode } from "react";
import type { Game } from "../model/game/game";
import { useTexts } from "../i18n/text";
import { usePreferences } from "../model/table/preferences";

interface Props {
  readonly game: Game;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onPlay: (game: Game) => void;
}

export function PlayButton({ game, busy, disabled = false, onPlay }: Props): ReactNode {
  const { t, find } = useTexts();
  const level = usePreferences((state) => state.level);
  const why = t("home.landing.play_why", { game: find(`home.games.${game.name}.title`) ?? game.name, level });
  return (
    <button type="button" className="btn btn--go big-btn" aria-busy={busy} disabled={disabled} onClick={() => onPlay(game)}>
      <span>{t("home.landing.play")}</span>
      {/* On a phone all else that says so is further down; in the browser itself a table may need some seconds. */}
      <small>{busy ? t("home.landing.opening") : why}</small>
    </button>
  );
}
