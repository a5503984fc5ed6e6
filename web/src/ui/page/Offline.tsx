/** Where a page opens without a connection. */
import type { ReactNode } from "react";
import { Icon } from "../Icon";
import { useTexts } from "../../i18n/text";
import "./Offline.css";

export function Offline(): ReactNode {
  const { t } = useTexts();
  return (
    <div className="centred offline sheet-of-paper" role="status">
      <h2 className="line">
        <Icon name="nowifi" size={22} /> {t("home.offline.title")}
      </h2>
      <p>{t("home.offline.why")}</p>
    </div>
  );
}
