/** On to one's next decision: for somebody alone with bots who has nothing to decide, or wants no more of an auction. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import { Icon } from "../ui/Icon";
import { useTable, useTableStore } from "./context";

/** Whether the table hurries for us. */
export function useHurrying(): boolean {
  return useTable(({ you, party }) => you !== null && party?.places[you]?.hurrying === true);
}

export function HurryOn(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const hurrying = useHurrying();
  const may = useTable(({ may, status }) => status === "online" && may.includes("hurry"));
  if (!may || hurrying) return null;
  return (
    <button type="button" className="btn hurry" title={t("play.hurry.on")} onClick={() => store.ask({ type: "hurry" })}>
      <Icon name="fast" size={18} /> {t("play.hurry.on")}
    </button>
  );
}

/** Says that everything goes by quickly, which nobody would guess who cannot see it. */
export function HurryTold(): ReactNode {
  const { t } = useTexts();
  const hurrying = useHurrying();
  return (
    <p className="visually-hidden" role="status">
      {hurrying ? t("play.hurry.told") : ""}
    </p>
  );
}
