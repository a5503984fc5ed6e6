/** The log up to this moment, and what a game has beside it: beside the table, or in a drawer on a phone. */
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../ui/Icon";
import { useTexts } from "../../i18n/text";
import { Log } from "../../table/Log";
import "./Side.css";

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  /** What there is to know below the log. */
  readonly children: ReactNode;
}

export function Side({ open, onClose, children }: Props): ReactNode {
  const { t } = useTexts();
  const shut = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (open) shut.current?.focus();
  }, [open]);
  return (
    <aside
      className={`column log ${open ? "open" : ""}`}
      aria-label={t("play.side")}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header className="line replay-side">
        <h2>{t("play.log")}</h2>
        <button ref={shut} type="button" className="icon-btn drawer-close" aria-label={t("play.close")} onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      <div className="column panel">
        <Log />
      </div>
      {children}
    </aside>
  );
}
