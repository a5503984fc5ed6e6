/** Which page is shown. Each comes when somebody goes there. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Redirect, Route, Switch } from "wouter";
import { GAMES } from "./games";
import { call, Refusal } from "./net/http";
import { Caught, Outdated } from "./ui/page/Caught";
import { Lost } from "./pages/lost/Lost";

const Landing = lazy(() => import("./pages/landing/Landing"));
const Table = lazy(async () => {
  // Most tables are of the first game: its table need not wait until the server has said so.
  GAMES[0].preload();
  return import("./pages/table/Table");
});
const ReplayPage = lazy(() => import("./pages/replay/ReplayPage"));
// Few go there first: what all load does not even know their addresses.
const Elsewhere = lazy(() => import("./pages/Elsewhere"));

export function App(): ReactNode {
  return (
    <Caught fallback={<Outdated />}>
      <Suspense fallback={null}>
        <Switch>
          <Route path="/">
            <Landing />
          </Route>
          <Route path="/t/:table">{({ table }) => <Table key={table} table={table} />}</Route>
          <Route path="/t/:table/replay">{({ table }) => <ReplayPage key={table} table={table} />}</Route>
          <Route path="/j/:code">{({ code }) => <Invited code={code} />}</Route>
          <Route>
            <Elsewhere />
          </Route>
        </Switch>
      </Suspense>
    </Caught>
  );
}

/** An invite link: find the table it is for. */
function Invited({ code }: { readonly code: string }): ReactNode {
  const [table, setTable] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    call("GET /api/codes/{code}", null, { code: code.toLowerCase() }).then(
      (found) => setTable(found.table),
      (error: unknown) => setProblem(error instanceof Refusal ? error.code : "unavailable"),
    );
  }, [code]);
  if (problem !== null) return <Lost reason={problem} />;
  return table === null ? null : <Redirect to={`/t/${table}`} replace />;
}
