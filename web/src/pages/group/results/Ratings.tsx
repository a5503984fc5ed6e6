/** How well the members play, in groups that want to know. */
import type { ReactNode } from "react";
import { call } from "../../../net/http";
import type { GroupResults } from "../../../protocol/types";
import { spoken } from "../../../model/table/names";
import { useAsyncAction } from "../../../ui/useAsyncAction";
import { useProblem, useTexts } from "./texts";

interface Props {
  readonly code: string;
  readonly host: boolean;
  readonly results: GroupResults;
  readonly onChange: (results: GroupResults) => void;
}

export function Ratings({ code, host, results: { rated, ratings }, onChange }: Props): ReactNode {
  const { t, find, language } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  const number = new Intl.NumberFormat(language, { useGrouping: false });
  const families = [...new Set(ratings.map(({ family }) => family))];
  const toggle = (): void => run(async () => onChange(await call("POST /api/groups/{code}/ratings", { on: !rated }, { code })));
  return (
    <details className="group-more">
      <summary>{t("results.ratings")}</summary>
      <p>
        <small>{t("results.ratings_why")}</small>
      </p>
      {rated && families.length === 0 && <p>{t("results.no_ratings")}</p>}
      {families.map((family) => (
        <table key={family} className="group-standings">
          <caption>{find(`home.games.${family}.title`) ?? family}</caption>
          <thead>
            <tr>
              <th scope="col" className="group-name">
                {t("results.name")}
              </th>
              <th scope="col">{t("results.rating")}</th>
              <th scope="col">{t("results.games")}</th>
            </tr>
          </thead>
          <tbody>
            {ratings
              .filter((one) => one.family === family)
              .map((one) => (
                <tr key={one.number}>
                  <th scope="row" dir="auto">
                    {spoken(one.name, find)}
                  </th>
                  <td>
                    <b>{number.format(one.rating)}</b> ± {number.format(one.margin)}
                  </td>
                  <td>{number.format(one.games)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
      {host && (
        <button type="button" className="btn" aria-busy={busy} onClick={toggle}>
          {t(rated ? "results.rate_not" : "results.rate")}
        </button>
      )}
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
    </details>
  );
}
