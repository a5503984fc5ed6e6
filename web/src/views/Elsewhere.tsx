/** The pages that few come to first, each of which comes when somebody goes there. */
import { lazy, type ReactNode } from "react";
import { Route, Switch } from "wouter";
import { GAMES } from "../games";
import { Lost } from "./Lost";

const HousePage = lazy(() => import("./HousePage"));
const PastPage = lazy(() => import("../past/PastPage"));
const RulesPage = lazy(() => import("./RulesPage"));
const YouPage = lazy(async () => ({ default: (await import("../you")).YouPage }));

export default function Elsewhere(): ReactNode {
  return (
    <Switch>
      <Route path="/play">
        <HousePage />
      </Route>
      <Route path="/games">
        <PastPage />
      </Route>
      <Route path="/in">
        <YouPage />
      </Route>
      <Route path="/rules/*?">
        <RulesPage />
      </Route>
      {GAMES.flatMap((game) => game.pages ?? []).map(({ path, Page }) => (
        <Route key={path} path={path}>
          <Page />
        </Route>
      ))}
      <Route>
        <Lost reason="no_such_path" />
      </Route>
    </Switch>
  );
}
