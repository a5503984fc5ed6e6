/** On to one's next decision: for somebody alone with bots who has nothing to decide, or wants no more of an auction. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import { Icon } from "../ui/Icon";
import { useTable, useTableStore } from "../model/table/context";
import { useSkipping } from "../model/table/skipping";
import "./SkipToDecision.css";

export function SkipToDecision(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const skipping = useSkipping();
  const may = useTable(({ may, status }) => status === "online" && may.includes("hurry"));
  if (!may || skipping) return null;
  return (
    <button type="button" className="btn skip-to-decision" title={t("play.skipping.on")} onClick={() => store.ask({ type: "hurry" })}>
      <Icon name="fast" size={18} /> {t("play.skipping.on")}
    </button>
  );
}

/** Says that everything goes by quickly, which nobody would guess who cannot see it. */
export function SkippingNotice(): ReactNode {
  const { t } = useTexts();
  const skipping = useSkipping();
  return (
    <p className="visually-hidden" role="status">
      {skipping ? t("play.skipping.told") : ""}
    </p>
  );
}
