/** The log, the chat and what else there is to know: beside the table, or in a drawer on a phone. */
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../ui/Icon";
import { useTexts } from "../i18n/text";
import { Chat } from "./chat/Chat";
import { Log } from "./Log";
import { useIsOffline } from "../model/table/context";
import "./SidePanel.css";

export type Tab = "log" | "chat";

interface Props {
  readonly children?: ReactNode;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  /** How many lines of chat nobody has looked at. */
  readonly unread: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function SidePanel({ children, tab, onTab, unread, open, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const shut = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const opener = document.activeElement;
    shut.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);
  // Bots have nothing to say.
  const tabs: readonly Tab[] = useIsOffline() ? ["log"] : ["log", "chat"];
  const names: Readonly<Record<Tab, string>> = { log: t("play.log"), chat: t("play.chat.title") };
  return (
    <aside
      className={`column log ${open ? "open" : ""}`}
      aria-label={t("play.side")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="tabs">
        <div className="tab-row" role="tablist">
          {tabs.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`tab-${one}`}
              aria-selected={tab === one}
              aria-controls="side-panel"
              onClick={() => onTab(one)}
            >
              {names[one]}
              {one === "chat" && unread > 0 && <span className="badge">{unread}</span>}
            </button>
          ))}
        </div>
        <button ref={shut} type="button" className="icon-btn drawer-close" aria-label={t("play.close")} onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      <div className="column panel" id="side-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === "log" ? <Log /> : <Chat />}
      </div>
      {children}
    </aside>
  );
}
