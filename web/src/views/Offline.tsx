/** Where a page opens without a connection. */
import type { ReactNode } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";

export function Offline(): ReactNode {
  const { t } = useTexts();
  return (
    <div className="offline sheet-of-paper" role="status">
      <h2>
        <Icon name="nowifi" size={22} /> {t("home.offline.title")}
      </h2>
      <p>{t("home.offline.why")}</p>
    </div>
  );
}
