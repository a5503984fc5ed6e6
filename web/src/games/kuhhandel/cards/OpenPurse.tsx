/** Money that lies open: only a game that is over shows that of others. */
import type { CSSProperties, ReactNode } from "react";
import { useTexts } from "../texts";
import "./OpenPurse.css";

export function OpenPurse({ cards }: { readonly cards: readonly number[] }): ReactNode {
  const { t } = useTexts();
  const values = [...new Set(cards)].toSorted((one, other) => one - other);
  const count = (value: number): number => cards.filter((card) => card === value).length;
  if (values.length === 0) return <p className="none">{t("cards.none")}</p>;
  return (
    <ul className="wraps open-purse" aria-label={t("play.money.title")}>
      {values.map((value) => (
        <li key={value} className="line" data-many={count(value) > 1} style={{ "--c": `var(--m-${value})` } as CSSProperties}>
          <b aria-hidden="true">{value}</b>
          <span aria-hidden="true">{count(value) > 1 && `×${count(value)}`}</span>
          <span className="visually-hidden">{t("play.money.stack", { value, cards: count(value) })}</span>
        </li>
      ))}
    </ul>
  );
}
