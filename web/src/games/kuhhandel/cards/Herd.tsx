/** The animals of a seat: one small card a kind, with a pip for each of the four. */
import type { ReactNode } from "react";
import { Animal } from "./Animal";
import { useVariant } from "../variant";
import { useTexts } from "../texts";
import type { SeatView } from "../../../protocol/types";
import "./Herd.css";

const FOUR = [1, 2, 3, 4];

export function Herd({ seat }: { readonly seat: SeatView }): ReactNode {
  const { t } = useTexts();
  const { kinds: all, unwanted, HerdMore } = useVariant();
  const { herd, pedigrees } = seat;
  const kinds = all.filter((animal) => (herd[animal] ?? 0) > 0);
  if (kinds.length === 0 && pedigrees.length === 0) {
    return (
      <p className="paddock">
        <span className="visually-hidden">{t("play.herd.none")}</span>
      </p>
    );
  }
  return (
    <ul className="herd-cards">
      {kinds.map((animal) => {
        const count = herd[animal] ?? 0;
        const full = count === 4;
        const name = t(`animal_count.${animal}`, { count });
        return (
          <li key={animal} className={`herd-card ${full ? "full" : ""} ${animal === unwanted ? "vermin" : ""}`} title={name}>
            <Animal animal={animal} size="xs" mute />
            <span className="pips" aria-hidden="true">
              {FOUR.map((pip) => (
                <i key={pip} className={pip <= count ? "on" : ""} />
              ))}
            </span>
            <span className="visually-hidden">{full ? `${name}: ${t("play.herd.quartet")}` : name}</span>
          </li>
        );
      })}
      <HerdMore seat={seat} />
    </ul>
  );
}
