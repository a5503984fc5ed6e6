/** Says that the table is further back than one has seen it, and stays until that is read. */
import type { ReactNode } from "react";
import { Icon } from "../ui/Icon";
import { useTexts } from "../i18n/text";
import { useTable, useTableStore } from "../model/table/context";

/** `className`: what such lines look like on the page. */
export function RollbackNotice({ className }: { readonly className: string }): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const count = useTable((state) => state.wentBack);
  if (count === null) return null;
  return (
    <div className={`line ${className}`} role="alert">
      <Icon name="undo" size={18} /> {t("play.banner.went_back", { count })}
      <button type="button" className="btn" onClick={() => store.setState({ wentBack: null })}>
        {t("play.banner.went_back_read")}
      </button>
    </div>
  );
}
