/** The tables of a group that wait or are played, and a new one. */
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { commitment, freshValue } from "../../net/fairness";
import { callPatiently } from "../../net/http";
import { tableId } from "../../net/ids";
import type { GroupTable } from "../../protocol/types";
import { spoken } from "../../model/table/names";
import { useAsyncAction } from "../../ui/useAsyncAction";
import type { MemberProps } from "./GroupPage";
import { useProblem, useTexts } from "./texts";
import "../../widgets/Poster.css";

/** Whoever opens a table sits here. */
const OWN_SEAT = 0;

export function Tables({ group, page, calm }: MemberProps & { readonly calm: boolean }): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const [, navigate] = useLocation();
  const { busy, problem, run } = useAsyncAction();
  const open = (): void =>
    run(async () => {
      const table = tableId();
      const promise = commitment(table, OWN_SEAT, freshValue(table));
      await callPatiently("POST /api/groups/{code}/tables", { table, commitment: promise }, { code: group.code });
      navigate(`/t/${table}`);
    });
  const waits = page.tables.some((table) => isFree(table));
  return (
    <section className="sheet-of-paper group-part" aria-labelledby="group-tables">
      <h2 id="group-tables">{t("group.tables")}</h2>
      {page.tables.length === 0 && <p>{t("group.no_tables")}</p>}
      <ul className="group-tables">
        {page.tables.map((table, index) => (
          <Table key={table.table} table={table} go={isFree(table) && page.tables.findIndex(isFree) === index} />
        ))}
      </ul>
      <button type="button" className={`btn mid-btn ${waits || calm ? "" : "btn--go"}`} aria-busy={busy} onClick={open}>
        {t("group.open")}
      </button>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
    </section>
  );
}

/** Whether somebody who is not there yet can sit down. */
function isFree({ stage, seats, people, bots, yours }: GroupTable): boolean {
  return !yours && stage === "open" && people + bots < seats;
}

function Table({ table, go }: { readonly table: GroupTable; readonly go: boolean }): ReactNode {
  const { t, find, language } = useTexts();
  const names = table.names.map((name) => spoken(name, find));
  const taken = table.people + table.bots;
  const action = table.yours ? "group.back" : isFree(table) ? "group.sit" : "group.look";
  return (
    <li className="group-table">
      <div>
        <b>{find(`edition.${table.edition}.title`) ?? table.edition}</b>
        <small>
          {names.length === 0 ? t("group.alone") : new Intl.ListFormat(language).format(names)} · {t(table.stage === "open" ? "group.waiting" : "group.playing")}
        </small>
      </div>
      <span className="pill">
        {taken}/{table.seats}
        <span className="visually-hidden">{t("home.landing.seats", { taken, all: table.seats })}</span>
      </span>
      <Link className={`btn ${go ? "btn--go" : ""}`} href={`/t/${table.table}`}>
        {t(action)}
      </Link>
    </li>
  );
}
