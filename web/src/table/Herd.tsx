/** The animals of a seat: one small card a kind, with a pip for each of the four. */
import type { ReactNode } from "react";
import { Animal } from "../cards/Animal";
import { Pedigree } from "../cards/Pedigree";
import { KINDS } from "../cards/values";
import { useTexts } from "../i18n/text";
import type { SeatView } from "../protocol/types";

const FOUR = [1, 2, 3, 4];

interface Props {
  readonly herd: SeatView["herd"];
  readonly pedigrees?: SeatView["pedigrees"];
}

const NONE: SeatView["pedigrees"] = [];

export function Herd({ herd, pedigrees = NONE }: Props): ReactNode {
  const { t } = useTexts();
  const kinds = KINDS.filter((animal) => (herd[animal] ?? 0) > 0);
  if (kinds.length === 0 && pedigrees.length === 0) return <p className="none">{t("play.herd.none")}</p>;
  return (
    <ul className="minis">
      {kinds.map((animal) => {
        const count = herd[animal] ?? 0;
        const full = count === 4;
        const name = t(`animal_count.${animal}`, { count });
        return (
          <li key={animal} className={`mini ${full ? "full" : ""} ${animal === "rat" ? "vermin" : ""}`} title={name}>
            <Animal animal={animal} size="xs" mute />
            <span className="pips" aria-hidden="true">
              {FOUR.map((pip) => (
                <i key={pip} className={pip <= count ? "on" : ""} />
              ))}
            </span>
            <span className="sr">{full ? `${name}: ${t("play.herd.quartet")}` : name}</span>
          </li>
        );
      })}
      {pedigrees.map((animal) => (
        <li key={`+${animal}`} className="mini" title={t("play.master.pedigree_of", { animal: t(`animal.${animal}`) })}>
          <Pedigree animal={animal} size="xs" />
        </li>
      ))}
    </ul>
  );
}
