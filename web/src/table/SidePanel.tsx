/** The log, the chat and the herds: beside the table, or in a drawer on a phone. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import { Chat } from "./Chat";
import { useTable } from "./context";
import { HerdMatrix } from "./HerdMatrix";
import { Log } from "./Log";

type Tab = "log" | "chat";

/** How many lines of chat came while it was not open. */
function useUnread(reading: boolean): number {
  const last = useTable((state) => state.chat.at(-1)?.id ?? 0);
  const [seen, setSeen] = useState(last);
  if (reading && seen !== last) setSeen(last);
  return useTable((state) => state.chat.filter((line) => line.id > seen && line.seat !== state.you).length);
}

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function SidePanel({ open, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const [tab, setTab] = useState<Tab>("log");
  const unread = useUnread(tab === "chat");
  const shut = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (open) shut.current?.focus();
  }, [open]);
  const names: Readonly<Record<Tab, string>> = { log: t("play.log"), chat: t("play.chat.title") };
  return (
    <aside
      className={`log ${open ? "open" : ""}`}
      aria-label={t("play.side")}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div className="tabs" role="tablist">
        {(["log", "chat"] as const).map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={tab === one}
            aria-controls="side-panel"
            onClick={() => setTab(one)}
          >
            {names[one]}
            {one === "chat" && unread > 0 && <span className="badge">{unread}</span>}
          </button>
        ))}
        <button ref={shut} type="button" className="icn shut" aria-label={t("play.close")} onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      <div className="panel" id="side-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === "log" ? <Log /> : <Chat />}
      </div>
      <HerdMatrix />
    </aside>
  );
}
