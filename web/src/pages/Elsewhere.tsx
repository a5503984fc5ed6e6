/** The pages that few come to first, each of which comes when somebody goes there. */
import { lazy, type ReactNode } from "react";
import { Route, Switch } from "wouter";
import { GAMES } from "../games";
import { isStatic } from "../net/offline/where";
import { Lost } from "./lost/Lost";

const HousePage = lazy(() => import("./house/HousePage"));
const HistoryPage = lazy(() => import("./history/HistoryPage"));
const OfflinePage = lazy(() => import("./offline/OfflinePage"));
const RulesPage = lazy(() => import("./rules/RulesPage"));
const PairPage = lazy(() => import("./pair/PairPage"));
const ScreenPage = lazy(() => import("./screen/ScreenPage"));
const GroupsPage = lazy(() => import("./group/GroupsPage"));
const GroupPage = lazy(() => import("./group/GroupPage"));
const NightPage = lazy(() => import("./night/NightPage"));
const NightScreen = lazy(() => import("./night/NightScreen"));
const NotificationsPage = lazy(async () => ({ default: (await import("../notifications")).NotificationsPage }));
const AccountPage = lazy(async () => ({ default: (await import("./account")).AccountPage }));

export default function Elsewhere(): ReactNode {
  return (
    <Switch>
      {isStatic() ? null : (
        <>
          <Route path="/play">
            <HousePage />
          </Route>
          <Route path="/games">
            <HistoryPage />
          </Route>
          <Route path="/in">
            <AccountPage />
          </Route>
          <Route path="/notifications">
            <NotificationsPage />
          </Route>
          <Route path="/g/:code">{({ code }) => <GroupPage key={code} code={code} />}</Route>
          <Route path="/g/:code/:night">{({ code, night }) => <NightPage key={night} code={code} night={night} />}</Route>
          <Route path="/g/:code/:night/screen">{({ code, night }) => <NightScreen key={night} code={code} night={night} />}</Route>
          <Route path="/g">
            <GroupsPage />
          </Route>
          <Route path="/screen/pair">
            <PairPage />
          </Route>
          <Route path="/screen">
            <ScreenPage />
          </Route>
        </>
      )}
      <Route path="/offline">
        <OfflinePage />
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
