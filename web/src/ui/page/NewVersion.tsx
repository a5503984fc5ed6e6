/** Says that a newer version waits. It is loaded when somebody wants it, never by itself. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import { useUpdate } from "../../net/update";

export function NewVersion(): ReactNode {
  const { t } = useTexts();
  const { waiting, reload } = useUpdate();
  if (!waiting) return null;
  return (
    <div className="line page-news" role="status">
      {t("home.update.waits")}{" "}
      <button type="button" className="btn" onClick={reload}>
        {t("home.update.reload")}
      </button>
    </div>
  );
}
