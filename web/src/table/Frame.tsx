/** What every table has around its game: the scene, the top bar, the log and the chat, notices, the menu and the help. */
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Scene } from "../ui/Scene";
import { useGame } from "../model/game/context";
import type { TableProps } from "../model/game/game";
import { useTexts } from "../i18n/text";
import { useArrival } from "../ui/arrivalFocus";
import { OnStage } from "../theatre/context";
import { Caught } from "../ui/page/Caught";
import { Dialog } from "../ui/Dialog";
import { Announcer } from "./Announcer";
import { Banner } from "./Banner";
import { useIsOffline, useTable } from "../model/table/context";
import { useDrawer } from "./drawer";
import { useHandMode, useHandAvailable } from "../model/table/handMode";
import { Emotes } from "./chat/Emotes";
import { useHalt, useReading } from "../model/table/halt";
import { SkippingNotice } from "../widgets/SkipToDecision";
import { useNoises } from "./noises";
import { useReactions } from "./reactions";
import { Refused } from "./Refused";
import { SidePanel, type Tab } from "./SidePanel";
import { Speech } from "./chat/Speech";
import { useTab } from "./tab";
import { TopBar } from "./TopBar";
import { Tutored } from "./tutorial/Tutored";
import { useUnread } from "../model/table/unread";
import { Warning } from "./Warning";
import "../ui/theme";
import "./Frame.css";

// Not needed for the first look at a table.
const Menu = lazy(() => import("./menu/Menu"));
const Help = lazy(() => import("./menu/Help"));
// For phones before a big screen.
const HandSwitch = lazy(() => import("../widgets/hand/HandSwitch"));

type Open = "menu" | "help";

/** The key for help is that of the browser's, which nobody means at a table. */
function useHelpKey(onHelp: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== "F1") return;
      event.preventDefault();
      onHelp();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [onHelp]);
}

/** A part of the page that the server does not have any more. The game itself is all here. */
function TooLate({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog title={t("play.menu.update")} onClose={onClose}>
      {null}
    </Dialog>
  );
}

type Props = ComponentProps<TableProps["Frame"]>;

export function Frame({ turn, progress, side, children }: Props): ReactNode {
  const [open, setOpen] = useState<Open | null>(null);
  const [help] = useState(() => () => setOpen("help"));
  const close = (): void => setOpen(null);
  const page = useRef<HTMLDivElement>(null);
  const [drawer, setDrawer] = useState(false);
  const [tab, setTab] = useState<Tab>("log");
  const beside = !useDrawer();
  const reading = tab === "chat" && (drawer || beside);
  const said = useUnread(reading);
  // On one's own device there is no chat, and what bots show is seen at their seats.
  const unread = useIsOffline() ? 0 : said;
  const toDrawer = (): void => {
    // Somebody has said something: that is what the drawer is opened for.
    if (unread > 0) setTab("chat");
    setDrawer(!drawer);
  };
  const className = useGame()?.className ?? "";
  const phase = useTable((state) => state.view?.phase.phase);
  const seated = useTable((state) => state.you !== null);
  const handAvailable = useHandAvailable();
  const handMode = useHandMode();
  useReading(open !== null);
  useHalt();
  useNoises();
  useReactions();
  useTab();
  useHelpKey(help);
  useArrival(page);
  return (
    <div ref={page} className={`table ${className} ${seated ? "" : "watching"}`} data-phase={phase}>
      <Scene />
      <TopBar turn={turn} drawer={drawer} unread={unread} onMenu={() => setOpen("menu")} onHelp={help} onDrawer={toDrawer}>
        {progress}
        {handAvailable && !handMode && (
          <Caught fallback={null}>
            <Suspense fallback={null}>
              <HandSwitch />
            </Suspense>
          </Caught>
        )}
      </TopBar>
      {children}
      <OnStage>
        <SidePanel tab={tab} onTab={setTab} unread={unread} open={drawer} onClose={() => setDrawer(false)}>
          {side}
        </SidePanel>
      </OnStage>
      <Banner />
      <Refused />
      <Announcer />
      <SkippingNotice />
      <Warning />
      <Speech reading={reading} />
      <Emotes reading={reading} />
      <Tutored />
      <Caught key={open} fallback={<TooLate onClose={close} />}>
        <Suspense fallback={null}>
          {open === "menu" && <Menu onHelp={help} onClose={close} />}
          {open === "help" && <Help onClose={close} />}
        </Suspense>
      </Caught>
    </div>
  );
}
