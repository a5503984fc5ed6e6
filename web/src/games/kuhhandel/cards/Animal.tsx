/** An animal card, face up; or a rat. */
import type { CSSProperties, ReactNode } from "react";
import { useTexts } from "../texts";
import type { Kind } from "../../../protocol/types";
import { Landscape } from "./Landscape";
import { type CardSize, VALUE } from "../values";
import "./Animal.css";
import "../../../ui/Card.css";

interface Props {
  readonly animal: Kind;
  readonly size?: CardSize;
  readonly className?: string;
  /** Said elsewhere already: nothing for screen readers. */
  readonly mute?: boolean;
}

export function Animal({ animal, size = "m", className = "", mute = false }: Props): ReactNode {
  const { t } = useTexts();
  const name = t(`animal.${animal}`);
  // A rat is worth nothing, and costs a quartet.
  const value = animal === "rat" ? "–" : VALUE[animal];
  const spoken = mute ? ({ "aria-hidden": true } as const) : { role: "img", "aria-label": `${name} ${value}` };
  return (
    <div
      className={`card animal card--${size} ${className}`}
      style={{ "--c": `var(--a-${animal})` } as CSSProperties}
      {...spoken}
    >
      <div className="animal-window">
        <Landscape animal={animal} />
        <img src={`/art/${animal}.svg`} alt="" draggable={false} />
      </div>
      <div className="middle animal-value">{value}</div>
      <div className="middle animal-name">{name}</div>
    </div>
  );
}
