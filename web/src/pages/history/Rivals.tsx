/** How it went against those whom one has met most. */
import type { ReactNode } from "react";
import type { Rival } from "../../protocol/types";
import { spoken } from "../../model/table/names";
import { useTexts } from "./texts";
import "./Rivals.css";

/** How many are shown. */
const SHOWN = 8;

export function Rivals({ rivals }: { readonly rivals: readonly Rival[] }): ReactNode {
  const { t, find } = useTexts();
  if (rivals.length === 0) return null;
  return (
    <section className="sheet-of-paper history-sheet" aria-labelledby="history-rivals">
      <h2 id="history-rivals">{t("history.rivals")}</h2>
      <ul className="rivals">
        {rivals.slice(0, SHOWN).map(({ key, name, games, ahead, behind }) => (
          <li key={key}>
            <span>
              <b>{spoken(name, find)}</b>
              <small>{t("history.count", { count: games })}</small>
            </span>
            <span className="places-bar" role="img" aria-label={t("history.rival_why", { name: spoken(name, find), ahead, behind, level: games - ahead - behind })}>
              {ahead > 0 && (
                <span className="rival-ahead" style={{ flexGrow: ahead }}>
                  {ahead}
                </span>
              )}
              {games > ahead + behind && <span className="rival-level" style={{ flexGrow: games - ahead - behind }} />}
              {behind > 0 && (
                <span className="rival-behind" style={{ flexGrow: behind }}>
                  {behind}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <small>{t("history.rivals_why")}</small>
      </p>
    </section>
  );
}
