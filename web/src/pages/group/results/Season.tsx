/** The standings of a season, the caller's balance with the others, and all of it as a file. */
import { type ReactNode, useEffect, useState } from "react";
import { call } from "../../../net/http";
import type { Balance, GroupResults, Standing } from "../../../protocol/types";
import { spoken } from "../../../model/table/names";
import { useAsyncAction } from "../../../ui/useAsyncAction";
import { csv } from "./csv";
import { Ratings } from "./Ratings";
import { useProblem, useTexts } from "./texts";
import "./Season.css";

/** So many are listed before all are asked for; the caller always is. */
const SHOWN = 10;

interface Props {
  readonly code: string;
  readonly you: number;
  readonly host: boolean;
  readonly results: GroupResults;
  readonly onChange: (results: GroupResults) => void;
}

export function Season({ code, you, host, results, onChange }: Props): ReactNode {
  const { t } = useTexts();
  const { season, first, balances, standings: current } = results;
  const [year, setYear] = useState(season);
  const standings = useStandings(code, year, season, current);
  const years = Array.from({ length: season - first + 1 }, (_, ago) => season - ago);
  return (
    <section className="sheet-of-paper group-part" aria-labelledby="group-season">
      <div className="line wraps group-top">
        <h2 id="group-season">{year === season ? t("results.season") : t("results.season_of", { year: String(year) })}</h2>
        {years.length > 1 && (
          <select aria-label={t("results.which")} value={year} onChange={(event) => setYear(Number(event.currentTarget.value))}>
            {years.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </div>
      {standings.length === 0 ? <p>{t("results.no_season")}</p> : <Standings key={year} standings={standings} you={you} />}
      <p>
        <small>{t("results.rule")}</small>
      </p>
      {balances.length > 0 && <Balances balances={balances} />}
      {(results.rated || host) && <Ratings code={code} host={host} results={results} onChange={onChange} />}
      {results.games.length > 0 && <Export code={code} />}
    </section>
  );
}

/** The standings of a season; this one's are known. */
function useStandings(code: string, year: number, season: number, current: readonly Standing[]): readonly Standing[] {
  const [found, setFound] = useState<readonly [number, readonly Standing[]]>([season, []]);
  useEffect(() => {
    if (year === season) return undefined;
    let wanted = true;
    call("POST /api/groups/{code}/seasons", { season: year }, { code }).then(
      (standings) => wanted && setFound([year, standings]),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [code, year, season]);
  if (year === season) return current;
  return found[0] === year ? found[1] : [];
}

function Standings({ standings, you }: { readonly standings: readonly Standing[]; readonly you: number }): ReactNode {
  const { t, find, language } = useTexts();
  const [all, setAll] = useState(false);
  const number = new Intl.NumberFormat(language);
  const shown = standings.filter((one, index) => all || index < SHOWN || one.number === you);
  return (
    <>
      <table className="group-standings">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("results.place")}</span>
            </th>
            <th scope="col" className="group-name">
              {t("results.name")}
            </th>
            <th scope="col">{t("results.games")}</th>
            <th scope="col">{t("results.won")}</th>
            <th scope="col">{t("results.points")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.number} data-you={one.number === you}>
              <td>{one.place}</td>
              <th scope="row" dir="auto">
                {spoken(one.name, find)}
              </th>
              <td>{number.format(one.games)}</td>
              <td>{number.format(one.won)}</td>
              <td>
                <b>{number.format(one.points)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < standings.length && (
        <button type="button" className="btn" onClick={() => setAll(true)}>
          {t("results.all", { count: standings.length })}
        </button>
      )}
    </>
  );
}

function Balances({ balances }: { readonly balances: readonly Balance[] }): ReactNode {
  const { t, find, language } = useTexts();
  const number = new Intl.NumberFormat(language);
  return (
    <details className="group-more">
      <summary>{t("results.balance")}</summary>
      <p>
        <small>{t("results.balance_why")}</small>
      </p>
      <table className="group-standings">
        <thead>
          <tr>
            <th scope="col" className="group-name">
              {t("results.name")}
            </th>
            <th scope="col">{t("results.games")}</th>
            <th scope="col">{t("results.ahead")}</th>
            <th scope="col">{t("results.behind")}</th>
          </tr>
        </thead>
        <tbody>
          {balances.map((one) => (
            <tr key={one.number}>
              <th scope="row" dir="auto">
                {spoken(one.name, find)}
              </th>
              <td>{number.format(one.games)}</td>
              <td>{number.format(one.ahead)}</td>
              <td>{number.format(one.behind)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Have the browser keep a text as a file. */
function save(text: string, type: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Export({ code }: { readonly code: string }): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  const get = (kind: "csv" | "json"): void =>
    run(async () => {
      const all = await call("GET /api/groups/{code}/export", null, { code });
      if (kind === "json") save(JSON.stringify(all, null, 2), "application/json", "kuhstall.json");
      // The mark at the start tells every program that it is UTF-8.
      else save(`\ufeff${csv(all.games, (column) => t(`results.file.${column}`))}`, "text/csv", "kuhstall.csv");
    });
  return (
    <details className="group-more">
      <summary>{t("results.export")}</summary>
      <div className="wraps">
        {(["csv", "json"] as const).map((kind) => (
          <button key={kind} type="button" className="btn" aria-busy={busy} onClick={() => get(kind)}>
            {t(`results.${kind}`)}
          </button>
        ))}
      </div>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
    </details>
  );
}
