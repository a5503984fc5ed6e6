/** Where in the game this is, and the way back. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "../cards/Icon";
import { Shape } from "../cards/Shape";
import { useTexts } from "../i18n/text";
import { actorOf, landOf } from "../land/land";
import { useTable } from "../table/context";
import { marketOf } from "../table/market";
import { useNames } from "../table/names";
import { useTurn } from "../table/turn";
import { usePlaying } from "./context";

interface Props {
  readonly drawer: boolean;
  readonly onDrawer: () => void;
}

export function Top({ drawer, onDrawer }: Props): ReactNode {
  const { t } = useTexts();
  const table = useTable((state) => state.table);
  const market = useTurn(useTable((state) => marketOf(state.view)?.phase));
  const land = useTable((state) => landOf(state.view)?.phase);
  const names = useNames();
  const seat = land === undefined ? null : actorOf(land);
  const turn = land === undefined ? market : { seat, text: seat === null ? "" : t("play.turn.chooses", { seat: names[seat] ?? "" }) };
  const step = usePlaying((state) => state.step);
  const steps = usePlaying((state) => state.steps);
  return (
    <header className="top">
      <Link className="icn" href={`/t/${table}`} aria-label={t("replay.back")} title={t("replay.back")}>
        <Icon name="left" />
      </Link>
      <div className="logo">
        <img src="/art/cow-face.svg" alt="" /> <h1>{t("replay.title")}</h1>
      </div>
      <p className="turn">
        {turn.seat !== null && <Shape seat={turn.seat} />} <span>{turn.text}</span>
      </p>
      <span className="grow" />
      <span className="pill p2" role="img" aria-label={t("replay.step", { step, steps })} title={t("replay.step", { step, steps })}>
        {step} / {steps}
      </span>
      <button type="button" className="icn show-s" aria-expanded={drawer} aria-label={t("play.side")} onClick={onDrawer}>
        <Icon name="log" />
      </button>
    </header>
  );
}
