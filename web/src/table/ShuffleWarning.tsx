/** Says that one's own value is missing from the deck although the server had confirmed it. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import { forgetConfirmed } from "../net/fairness";
import { useTable, useTableStore } from "../model/table/context";

/** `className`: what such lines look like on the page. */
export function ShuffleWarning({ className }: { readonly className: string }): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const denied = useTable((state) => state.denied);
  if (!denied) return null;
  const read = (): void => {
    forgetConfirmed(store.getState().table);
    store.setState({ denied: false });
  };
  return (
    <div className={`line ${className}`} role="alert">
      <span>{t("play.banner.denied")}</span>
      <button type="button" className="btn" onClick={read}>
        {t("play.banner.went_back_read")}
      </button>
    </div>
  );
}
