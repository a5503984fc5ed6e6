/** A pedigree: the portrait of an animal with a rosette, and what it brings. */
import type { CSSProperties, ReactNode } from "react";
import { useTexts } from "../texts";
import type { Animal as Species } from "../../../protocol/types";
import { Landscape } from "../../kuhhandel/cards/Landscape";
import type { CardSize } from "../../kuhhandel/values";
import "./Pedigree.css";
import "../../../ui/Card.css";

export const BONUS = 250;

interface Props {
  readonly animal: Species;
  readonly size?: CardSize;
  /** Said elsewhere already: nothing for screen readers. */
  readonly mute?: boolean;
}

export function Pedigree({ animal, size = "m", mute = false }: Props): ReactNode {
  const { t } = useTexts();
  const name = t("play.master.pedigree_of", { animal: t(`animal.${animal}`) });
  const spoken = mute ? ({ "aria-hidden": true } as const) : { role: "img", "aria-label": `${name} +${BONUS}` };
  return (
    <div className={`card animal pedigree card--${size}`} style={{ "--c": "#8a5a00" } as CSSProperties} {...spoken}>
      <div className="animal-window">
        <Landscape animal={animal} />
        <img src={`/art/${animal}.svg`} alt="" draggable={false} />
      </div>
      <img className="rosette" src="/art/rosette.svg" alt="" draggable={false} />
      <div className="middle animal-value">+{BONUS}</div>
      <div className="middle animal-name">{t(`animal.${animal}`)}</div>
    </div>
  );
}
