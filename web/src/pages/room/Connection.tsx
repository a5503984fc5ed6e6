/** Says when the line is down, or the server has too much to do; silent otherwise. */
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon";
import { useTexts } from "../../i18n/text";
import { useTable } from "../../model/table/context";

export function Connection(): ReactNode {
  const { t } = useTexts();
  const status = useTable((state) => state.status);
  const busy = useTable((state) => state.pending.some((one) => one.busy === true));
  const crowded = useTable((state) => state.crowded);
  return (
    <span className="line page-line" role="status">
      {status !== "online" && (
        <>
          <Icon name="nowifi" size={18} /> <span>{t(crowded ? "home.line.busy" : status === "offline" ? "home.line.offline" : "home.line.connecting")}</span>
        </>
      )}
      {status === "online" && busy && (
        <>
          <Icon name="hourglass" size={18} /> <span>{t("home.line.busy")}</span>
        </>
      )}
    </span>
  );
}
