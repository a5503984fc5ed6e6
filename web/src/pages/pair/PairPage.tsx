/** The page that a screen's QR code opens: it shows the player's table on that screen. */
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { TextedWith } from "../../i18n/text";
import { call } from "../../net/http";
import type { TablePoster } from "../../protocol/types";
import { shownCode } from "../../model/opening/inviteCode";
import { forgetToken, pendingToken, takeToken } from "../../table/screens/token";
import { FILES, useProblem, useTexts } from "../../table/screens/texts";
import { Page } from "../../ui/page/Page";
import { useAsyncAction } from "../../ui/useAsyncAction";
import { running } from "../landing/OwnTables";

export default function PairPage(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Arrived />
    </TextedWith>
  );
}

function Arrived(): ReactNode {
  const { t } = useTexts();
  const [token] = useState(() => {
    takeToken();
    return pendingToken();
  });
  const [tables, setTables] = useState<readonly TablePoster[] | null>(null);
  useEffect(() => {
    call("GET /api/me").then(
      (me) => setTables(running(me)),
      () => setTables([]),
    );
  }, []);
  return (
    <Page title={t("screens.here.title")} back>
      <main className="middle lost">
        {token === null ? (
          <div className="sheet-of-paper centred">
            <h1>{t("screens.here.no_code")}</h1>
            <p>{t("screens.here.no_code_why")}</p>
            <Back />
          </div>
        ) : tables === null ? null : tables.length === 0 ? (
          <div className="sheet-of-paper centred">
            <h1>{t("screens.here.none")}</h1>
            <p>{t("screens.here.none_why")}</p>
            <Back />
          </div>
        ) : (
          <Which token={token} tables={tables} />
        )}
      </main>
    </Page>
  );
}

function Back(): ReactNode {
  const { t } = useTexts();
  return (
    <Link className="btn" href="/">
      {t("screens.here.start")}
    </Link>
  );
}

interface Props {
  readonly token: string;
  readonly tables: readonly TablePoster[];
}

function Which({ token, tables }: Props): ReactNode {
  const { t, find } = useTexts();
  const worded = useProblem();
  const [, navigate] = useLocation();
  const { busy, problem, run } = useAsyncAction();
  const pair = (table: string): void =>
    run(async () => {
      await call("POST /api/tables/{table}/screens", { token }, { table });
      forgetToken();
      // Not kept in the history: the code works once.
      navigate(`/t/${table}`, { replace: true });
    });
  const [only] = tables.length === 1 ? tables : [];
  return (
    <div className="sheet-of-paper centred">
      <h1>{only === undefined ? t("screens.here.which") : t("screens.here.one", { code: shownCode(only.code) })}</h1>
      {tables.map(({ table, code, edition }) => (
        <button key={table} type="button" className={`btn mid-btn ${only === undefined ? "" : "btn--go"}`} aria-busy={busy} onClick={() => pair(table)}>
          {only === undefined ? t("screens.here.table", { edition: find(`edition.${edition}.title`) ?? edition, code: shownCode(code) }) : t("screens.here.yes")}
        </button>
      ))}
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      <Back />
    </div>
  );
}
