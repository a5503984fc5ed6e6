/** Hints for a first game: one at a time, beside the game and never in its way. */
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../ui/Icon";
import { useTexts } from "../i18n/text";
import { takeRefuge } from "../ui/lostFocus";
import { coached, noteCoached } from "./coached";
import "./Coach.css";

interface Props {
  /** All hints of the game. */
  readonly hints: readonly string[];
  /** The one that fits what goes on now. */
  readonly fits: string | null;
}

export default function Coach({ hints, fits }: Props): ReactNode {
  const { t, find } = useTexts();
  const [had, setHad] = useState(() => coached(hints));
  const hint = fits !== null && !had.includes(fits) ? fits : null;
  const done = (given: readonly string[]): void => {
    noteCoached(given);
    setHad(coached(hints));
  };
  // The button that was pressed goes with its hint.
  const dismiss = (given: readonly string[]): void => {
    done(given);
    takeRefuge();
  };
  useEffect(() => {
    if (hint === null) return undefined;
    // Whoever plays on without a word has understood.
    return () => done([hint]);
  }, [hint]);
  return (
    <section className="line called coach" aria-label={t("play.coach.title")} hidden={hint === null}>
      <p role="status">
        {hint !== null && (
          <>
            <Icon name="help" size={20} /> {find(`play.coach.${hint}`)}
          </>
        )}
      </p>
      {hint !== null && (
        <div
          className="coach-row"
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            dismiss([hint]);
          }}
        >
          <button type="button" className="btn btn--go" onClick={() => dismiss([hint])}>
            {t("play.coach.got_it")}
          </button>
          <button type="button" className="btn" onClick={() => dismiss(hints)}>
            {t("play.coach.skip")}
          </button>
        </div>
      )}
    </section>
  );
}
