/** The table while a game goes on. */
import { type ReactNode, useEffect, useState } from "react";
import { Scene } from "../cards/Scene";
import { useTexts } from "../i18n/text";
import { ActionBar } from "./ActionBar";
import { Announcer } from "./Announcer";
import { Banner } from "./Banner";
import { useTable } from "./context";
import { Flight } from "./Flight";
import { Happening } from "./Happening";
import { Menu } from "./Menu";
import { Mine } from "./Mine";
import { useNoises } from "./noises";
import { Refused } from "./Refused";
import { Seats } from "./Seats";
import { SidePanel } from "./SidePanel";
import { Stage } from "./Stage";
import { Ticker } from "./Ticker";
import { TopBar } from "./TopBar";
import "./theme";
import "../styles/cards.css";
import "../styles/table.css";

/** The tab says when one is wanted: people look elsewhere while others think. */
function useTabTitle(): void {
  const { t } = useTexts();
  const asked = useTable((state) => state.options.length > 0);
  useEffect(() => {
    document.title = asked ? `● ${t("play.turn.you")} · ${t("home.title")}` : t("home.title");
  }, [asked, t]);
}

export function TableScreen(): ReactNode {
  const [menu, setMenu] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const phase = useTable((state) => state.view?.phase.phase);
  const seated = useTable((state) => state.you !== null);
  useNoises();
  useTabTitle();
  return (
    <div className={`table ${seated ? "" : "watching"}`} data-phase={phase}>
      <Scene />
      <TopBar drawer={drawer} onMenu={() => setMenu(true)} onDrawer={() => setDrawer(!drawer)} />
      <Seats />
      <Stage />
      <Ticker />
      <ActionBar />
      <Mine />
      <SidePanel open={drawer} onClose={() => setDrawer(false)} />
      <Banner />
      <Refused />
      <Happening />
      <Flight />
      <Announcer />
      {menu && <Menu onClose={() => setMenu(false)} />}
    </div>
  );
}
