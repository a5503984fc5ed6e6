/** Says when the line is down; silent otherwise. */
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon";
import { useTexts } from "../../i18n/text";
import { useTable } from "../../table/context";

export function Connection(): ReactNode {
  const { t } = useTexts();
  const status = useTable((state) => state.status);
  return (
    <span className="line page-line" role="status">
      {status !== "online" && (
        <>
          <Icon name="nowifi" size={18} /> <span>{t(status === "offline" ? "home.line.offline" : "home.line.connecting")}</span>
        </>
      )}
    </span>
  );
}
