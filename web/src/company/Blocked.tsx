/** Whom somebody has blocked, and the way to end that. Nothing where there is nobody. */
import { type ReactNode, useEffect, useState } from "react";
import { TextedWith } from "../i18n/text";
import { call } from "../net/http";
import type { BlockedPerson } from "../protocol/types";
import { spoken } from "../table/names";
import { useProblem } from "../views/problem";
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
    <section className="sheet-of-paper you-part" aria-labelledby="you-blocked">
      <h2 id="you-blocked">{t("company.blocked.title")}</h2>
      <p>{t("company.blocked.why")}</p>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      <ul className="you-list">
        {people.map(({ id, name, at }) => (
          <li key={id} className="line">
            <span>
              <b dir="auto">{spoken(name, find)}</b> <small>{t("company.blocked.since", { date: day.format(at * 1000) })}</small>
            </span>
            <button type="button" className="btn" aria-label={t("company.blocked.end_of", { name: spoken(name, find) })} onClick={() => end(id)}>
              {t("company.blocked.end")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
