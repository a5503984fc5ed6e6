/** A dialog to enter the points of a game that was played at a real table. */
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { Link } from "wouter";
import { GAMES } from "../../../games";
import { call } from "../../../net/http";
import { tableId } from "../../../net/ids";
import type { GroupMember, GroupResults, SheetPlayer } from "../../../protocol/types";
import { spoken } from "../../../model/table/names";
import { Dialog } from "../../../ui/Dialog";
import { useAsyncAction } from "../../../ui/useAsyncAction";
import { dateOf, momentOf, type Row, rowsOf, sheetOf } from "./sheet";
import { useProblem, useTexts } from "./texts";
import "./EnterSheet.css";

const MOST = 8;
const ID_LENGTH = 16;
const OTHER = "other";

interface Props {
  readonly code: string;
  readonly members: readonly GroupMember[];
  readonly onChange: (results: GroupResults) => void;
  readonly onClose: () => void;
}

export function EnterSheet({ code, members, onChange, onClose }: Props): ReactNode {
  const { t, find } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  // However often it is sent, it is one sheet.
  const [sheet] = useState(() => tableId().slice(0, ID_LENGTH));
  const [game, setGame] = useState<string>(GAMES[0].name);
  const [today] = useState(() => dateOf(Date.now()));
  const [day, setDay] = useState(today);
  const [rows, setRows] = useState(() => rowsOf(members.length));
  const players: readonly SheetPlayer[] | null = sheetOf(rows);
  const put = (index: number, change: Partial<Row>): void => setRows(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (players === null) return;
    run(async () => {
      onChange(await call("POST /api/groups/{code}/sheets", { sheet, game, at: momentOf(day, Date.now()), players }, { code }));
      onClose();
    });
  };
  return (
    <Dialog title={t("results.enter_title")} onClose={onClose}>
      <form className="group-form" onSubmit={save}>
        <p>
          {t("results.enter_why")} <Link href="/score">{t("results.count")}</Link>
        </p>
        <div className="group-sheet-row">
          <label className="group-choice">
            {t("results.game")}
            <select value={game} onChange={(event) => setGame(event.currentTarget.value)}>
              {GAMES.map(({ name }) => (
                <option key={name} value={name}>
                  {find(`home.games.${name}.title`) ?? name}
                </option>
              ))}
            </select>
          </label>
          <label className="group-choice">
            {t("results.day")}
            <input type="date" value={day} max={today} required onChange={(event) => setDay(event.currentTarget.value)} />
          </label>
        </div>
        {rows.map((row, index) => (
          <div key={index} className="group-sheet-row">
            <select aria-label={t("results.player", { number: index + 1 })} value={row.who} onChange={(event) => put(index, { who: event.currentTarget.value })}>
              <option value="">{t("results.nobody")}</option>
              <option value={OTHER}>{t("results.somebody")}</option>
              {members
                .filter(({ number }) => row.who === String(number) || rows.every(({ who }) => who !== String(number)))
                .map(({ number, name }) => (
                  <option key={number} value={number}>
                    {spoken(name, find)}
                  </option>
                ))}
            </select>
            <input
              type="number"
              inputMode="numeric"
              step={1}
              aria-label={t("results.points_of", { number: index + 1 })}
              placeholder={t("results.points")}
              disabled={row.who === ""}
              value={row.points}
              onChange={(event) => put(index, { points: event.currentTarget.value })}
            />
          </div>
        ))}
        {rows.length < MOST && (
          <button type="button" className="btn" onClick={() => setRows([...rows, { who: "", points: "" }])}>
            {t("results.add")}
          </button>
        )}
        <p className="notice" role="alert">
          {problem !== null && worded(problem)}
        </p>
        <button type="submit" className="btn btn--go mid-btn" aria-busy={busy} disabled={players === null}>
          {t("results.save")}
        </button>
      </form>
    </Dialog>
  );
}
