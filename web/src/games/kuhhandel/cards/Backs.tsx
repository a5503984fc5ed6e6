/** Cards, face down: red for animals, green for money. */
import type { CSSProperties, ReactNode } from "react";
import { useTexts } from "../texts";
import type { CardSize } from "../values";
import "./Backs.css";
import "../../../ui/Card.css";

/** Six rows of four, as one path: there are many backs at a table, and a browser is slow with many shapes. */
const DIAMONDS = [10, 20, 30, 40, 50, 60]
  .flatMap((y) => [9, 19.6, 30.2, 40.8].map((x) => `M${x} ${y}l2.6 3.6-2.6 3.6-2.6-3.6z`))
  .join("");

interface PatternProps {
  readonly frame: string;
  readonly diamonds: string;
  readonly children: ReactNode;
}

function Pattern({ frame, diamonds, children }: PatternProps): ReactNode {
  return (
    <svg viewBox="0 0 50 70" preserveAspectRatio="none" aria-hidden="true">
      <rect x="2.6" y="2.6" width="44.8" height="64.8" rx="3" fill="none" stroke={frame} strokeWidth="1.2" />
      <path d={DIAMONDS} fill={diamonds} opacity=".55" />
      {children}
    </svg>
  );
}

interface BackProps {
  readonly size?: CardSize;
  readonly style?: CSSProperties;
  /** Part of a heap that is named as a whole: nothing for screen readers. */
  readonly mute?: boolean;
}

export function AnimalBack({ size = "m", style, mute = false }: BackProps): ReactNode {
  const { t } = useTexts();
  const spoken = mute ? ({ "aria-hidden": true } as const) : { role: "img", "aria-label": t("play.card.animal_back") };
  return (
    <div className={`card back card--${size}`} style={style} {...spoken}>
      <Pattern frame="#f6d9a8" diamonds="#7a1d12">
        <circle cx="25" cy="35" r="11" fill="#f6d9a8" />
        <path
          d="M18 31q-4-1-4-5 4 1 6 3 2-1.6 5-1.6t5 1.6q2-2 6-3 0 4-4 5 .6 2 .3 4-1 7-7.3 7.6Q18.7 42 17.7 35q-.3-2 .3-4zm3.2 8.3q1.6 2 3.8 2t3.8-2q-1.3-1.8-3.8-1.8t-3.8 1.8z"
          fill="#8c2418"
        />
      </Pattern>
    </div>
  );
}

export function MoneyBack({ size = "m", style, mute = false }: BackProps): ReactNode {
  const { t } = useTexts();
  const spoken = mute ? ({ "aria-hidden": true } as const) : { role: "img", "aria-label": t("play.card.money_back") };
  return (
    <div className={`card back money card--${size}`} style={style} {...spoken}>
      <Pattern frame="#d9efc6" diamonds="#174a2d">
        <circle cx="25" cy="35" r="10.5" fill="#f2c94c" stroke="#174a2d" strokeWidth="1.4" />
        <circle
          cx="25"
          cy="35"
          r="7.6"
          fill="none"
          stroke="#174a2d"
          strokeWidth=".9"
          strokeDasharray="1.5 1"
        />
        <text
          x="25"
          y="39.6"
          textAnchor="middle"
          fontFamily="Bitter"
          fontWeight="800"
          fontSize="12.5"
          fill="#174a2d"
        >
          K
        </text>
      </Pattern>
    </div>
  );
}
