/** Hints for a first game: one at a time, beside the game and never in its way. */
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import type { Option } from "../protocol/types";
import { takeRefuge } from "../views/refuge";
import { coached, type Hint, HINTS, hintFor, LAND_HINTS, landHintFor, noteCoached } from "./coached";
import { useTable } from "./context";
import { marketOf } from "./market";
import { offered } from "./options";
import "../styles/coach.css";

/** Whether a card from the hand fits somewhere. */
function offersCard(options: readonly Option[]): boolean {
  return options.some((option) => option.option === "placement" && option.action.type === "play_card");
}

export default function Coach(): ReactNode {
  const { t } = useTexts();
  const phase = useTable((state) => marketOf(state.view)?.phase);
  const you = useTable((state) => state.you);
  const mayAuction = useTable((state) => offered(state.options, "auction").length > 0);
  const land = useTable((state) => (state.view?.game === "kuhfstein" ? state.view.phase : undefined));
  const mayPlay = useTable((state) => offersCard(state.options));
  const [had, setHad] = useState(coached);
  const fits = land === undefined ? hintFor(phase, you, mayAuction) : landHintFor(land, you, mayPlay);
  const hint = fits !== null && !had.includes(fits) ? fits : null;
  const done = (hints: readonly Hint[]): void => {
    noteCoached(hints);
    setHad(coached());
  };
  // The button that was pressed goes with its hint.
  const dismiss = (hints: readonly Hint[]): void => {
    done(hints);
    takeRefuge();
  };
  useEffect(() => {
    if (hint === null) return undefined;
    // Who plays on without a word has understood.
    return () => done([hint]);
  }, [hint]);
  return (
    <section className="coach" aria-label={t("play.coach.title")} hidden={hint === null}>
      <p role="status">
        {hint !== null && (
          <>
            <Icon name="help" size={20} /> {t(`play.coach.${hint}`)}
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
          <button type="button" className="btn" onClick={() => dismiss(land === undefined ? HINTS : LAND_HINTS)}>
            {t("play.coach.skip")}
          </button>
        </div>
      )}
    </section>
  );
}
