/** Where in the game this is, and the way back. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "../../ui/Icon";
import { Shape } from "../../ui/Shape";
import { useTexts } from "../../i18n/text";
import { useTable } from "../../model/table/context";
import type { Turn } from "../../model/table/turn";
import { usePlaying } from "../../model/replay/context";

interface Props {
  readonly turn: Turn;
  readonly drawer: boolean;
  readonly onDrawer: () => void;
}

export function Top({ turn, drawer, onDrawer }: Props): ReactNode {
  const { t } = useTexts();
  const table = useTable((state) => state.table);
  const step = usePlaying((state) => state.step);
  const steps = usePlaying((state) => state.steps);
  return (
    <header className="line beam top">
      <Link className="icon-btn" href={`/t/${table}`} aria-label={t("replay.back")} title={t("replay.back")}>
        <Icon name="left" />
      </Link>
      <div className="line logo">
        <img src="/art/cow-face.svg" alt="" /> <h1>{t("replay.title")}</h1>
      </div>
      <p className="line turn">
        {turn.seat !== null && <Shape seat={turn.seat} />} <span>{turn.text}</span>
      </p>
      <span className="grow" />
      <span className="pill top-pill" role="img" aria-label={t("replay.step", { step, steps })} title={t("replay.step", { step, steps })}>
        {step} / {steps}
      </span>
      <button type="button" className="icon-btn compact-only" aria-expanded={drawer} aria-label={t("play.side")} onClick={onDrawer}>
        <Icon name="log" />
      </button>
    </header>
  );
}
