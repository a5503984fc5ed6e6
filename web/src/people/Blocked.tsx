/** Whom somebody has blocked, and the way to end that. Nothing where there is nobody. */
import { type ReactNode, useEffect, useState } from "react";
import { TextedWith } from "../i18n/text";
import { call } from "../net/http";
import type { BlockedPerson } from "../protocol/types";
import { spoken } from "../model/table/names";
import { useProblem } from "../net/problem";
import { FILES, useTexts } from "./texts";

export function Blocked(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <List />
    </TextedWith>
  );
}

function List(): ReactNode {
  const { t, find, language } = useTexts();
  const worded = useProblem();
  const [people, setPeople] = useState<readonly BlockedPerson[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    call("GET /api/blocks").then(setPeople, () => undefined);
  }, []);
  if (people.length === 0) return null;
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const end = (block: number): void => void call("POST /api/blocks/end", { block }).then(setPeople, setProblem);
  return (
    <section className="sheet-of-paper account-part" aria-labelledby="account-blocked">
      <h2 id="account-blocked">{t("people.blocked.title")}</h2>
      <p>{t("people.blocked.why")}</p>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      <ul className="account-list">
        {people.map(({ id, name, at }) => (
          <li key={id} className="line">
            <span>
              <b dir="auto">{spoken(name, find)}</b> <small>{t("people.blocked.since", { date: day.format(at * 1000) })}</small>
            </span>
            <button type="button" className="btn" aria-label={t("people.blocked.end_of", { name: spoken(name, find) })} onClick={() => end(id)}>
              {t("people.blocked.end")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
