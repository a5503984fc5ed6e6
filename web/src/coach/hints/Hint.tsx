/** Hints for a first game: one at a time, in a place of its own above what one can do. */
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../../ui/Icon";
import { useTexts } from "../../i18n/text";
import { takeRefuge } from "../../ui/lostFocus";
import { givenHints, noteGiven } from "./givenHints";
import { useTable } from "../../model/table/context";
import { onceRead, useHalted, useReading } from "../../model/table/halt";
import "./Hint.css";

interface Props {
  /** All hints of the game. */
  readonly hints: readonly string[];
  /** Those that fit what goes on now: one after the other. */
  readonly fit: readonly string[];
}

export default function Hint({ hints, fit }: Props): ReactNode {
  const { t, find } = useTexts();
  const [had, setHad] = useState(() => givenHints(hints));
  const hint = fit.find((one) => !had.includes(one)) ?? null;
  // Whoever has handed something in under seal waits for the others, not they for the reader.
  useReading(useTable((state) => state.held === null) && hint !== null);
  const waits = useHalted();
  const done = (given: readonly string[]): void => {
    noteGiven(given);
    setHad(givenHints(hints));
  };
  // The button that was pressed goes with its hint.
  const dismiss = (given: readonly string[]): void => {
    done(given);
    takeRefuge();
  };
  useEffect(() => {
    if (hint === null) return undefined;
    // Whoever plays on without a word has understood. A hint that was gone at once comes again.
    return onceRead(() => done([hint]));
  }, [hint]);
  return (
    <aside className="line called coach" aria-label={t("play.coach.title")} hidden={hint === null}>
      <p role="status">
        {hint !== null && (
          <>
            <Icon name="help" size={20} /> {find(`play.coach.${hint}`)} {waits && <small>{t("play.coach.waits")}</small>}
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
          <button type="button" className="text-btn no-hints" onClick={() => dismiss(hints)}>
            {t("play.coach.skip")}
          </button>
        </div>
      )}
    </aside>
  );
}
