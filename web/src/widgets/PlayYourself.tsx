/** For somebody who came by a link and has only looked on: a game of their own, against bots. */
import type { ReactNode } from "react";
import { useGame } from "../model/game/context";
import { useTexts } from "../i18n/text";
import { useProblem } from "../net/problem";
import { useOpening } from "../model/opening/useOpening";

export function PlayYourself({ className }: { readonly className: string }): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const game = useGame();
  const { busy, problem, open } = useOpening();
  if (game === null) return null;
  return (
    <>
      <button type="button" className={className} aria-busy={busy !== null} onClick={() => open(game)}>
        {t("replay.yourself")}
      </button>
      {problem !== null && (
        <p className="notice" role="alert">
          {worded(problem)}
        </p>
      )}
    </>
  );
}
