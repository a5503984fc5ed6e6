/** A money card, face up; a button if it can be picked. */
import type { CSSProperties, ReactNode } from "react";
import { useTexts } from "../texts";
import type { CardSize } from "../values";
import "./MoneyCard.css";
import "../../../ui/Card.css";

interface Props {
  readonly value: number;
  readonly size?: CardSize;
  readonly style?: CSSProperties;
  /** Part of a heap that is named as a whole: nothing for screen readers. */
  readonly mute?: boolean;
  readonly picked?: boolean;
  readonly onPick?: (() => void) | undefined;
}

export function MoneyCard({ value, size = "m", style, mute = false, picked = false, onPick }: Props): ReactNode {
  const { t } = useTexts();
  const look = {
    className: `card money-card card--${size} ${value >= 100 ? "three-digits" : ""} ${picked ? "selected" : ""}`,
    style: { "--c": `var(--m-${value})`, ...style } as CSSProperties,
  };
  // Drawn, not written: a card that is named 10 must not read "10 10 10".
  const face = (
    <>
      <span className="money-frame" />
      <span className="middle money-value" data-drawn={value} />
      <span className="money-corner" data-drawn={value} />
      <span className="money-corner" data-drawn={value} />
    </>
  );
  const name = t("play.card.money", { value });
  if (onPick !== undefined) {
    return (
      <button type="button" {...look} aria-pressed={picked} aria-label={name} onClick={onPick}>
        {face}
      </button>
    );
  }
  const spoken = mute ? ({ "aria-hidden": true } as const) : { role: "img", "aria-label": name };
  return (
    <span {...look} {...spoken}>
      {face}
    </span>
  );
}
