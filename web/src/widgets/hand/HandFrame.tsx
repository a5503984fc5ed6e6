/** The frame of hand mode, around what a game shows there. */
import type { ReactNode } from "react";
import { TextedWith } from "../../i18n/text";
import { useTable } from "../../model/table/context";
import { useFullTable } from "../../model/table/handMode";
import { Icon } from "../../ui/Icon";
import { FILES, useTexts } from "./texts";
import { useWakeLock } from "../../ui/useWakeLock";
import "./HandFrame.css";

export function HandFrame({ className = "", children }: { readonly className?: string; readonly children: ReactNode }): ReactNode {
  useWakeLock();
  return (
    <TextedWith files={FILES}>
      <div className={`in-hand ${className}`}>{children}</div>
    </TextedWith>
  );
}

/** The last row: what a game adds, and the way back to the full table. */
export function Foot({ children }: { readonly children?: ReactNode }): ReactNode {
  const { t } = useTexts();
  const table = useTable((state) => state.table);
  const choose = useFullTable((state) => state.choose);
  return (
    <nav className="hand-foot" aria-label={t("hand.title")}>
      {children}
      <button type="button" className="line" onClick={() => choose(table, true)}>
        <Icon name="eye" size={20} /> {t("hand.whole")}
      </button>
    </nav>
  );
}
