/** An animal card, face up. */
import type { CSSProperties, ReactNode } from "react";
import { useTexts } from "../i18n/text";
import type { Animal as Species } from "../protocol/types";
import { Landscape } from "./Landscape";
import { type CardSize, VALUE } from "./values";
import "../styles/cards.css";

interface Props {
  readonly animal: Species;
  readonly size?: CardSize;
  readonly className?: string;
  /** Said elsewhere already: nothing for screen readers. */
  readonly mute?: boolean;
}

export function Animal({ animal, size = "m", className = "", mute = false }: Props): ReactNode {
  const { t } = useTexts();
  const name = t(`animal.${animal}`);
  const spoken = mute ? ({ "aria-hidden": true } as const) : { role: "img", "aria-label": `${name} ${VALUE[animal]}` };
  return (
    <div
      className={`card animal card--${size} ${className}`}
      style={{ "--c": `var(--a-${animal})` } as CSSProperties}
      {...spoken}
    >
      <div className="win">
        <Landscape animal={animal} />
        <img src={`/art/${animal}.svg`} alt="" draggable={false} />
      </div>
      <div className="val">{VALUE[animal]}</div>
      <div className="nm">{name}</div>
    </div>
  );
}
