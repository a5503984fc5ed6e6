/** Goes from the full table back to hand mode. */
import type { ReactNode } from "react";
import { TextedWith } from "../../i18n/text";
import { useTable } from "../../model/table/context";
import { useFullTable } from "../../model/table/handMode";
import { Icon } from "../../ui/Icon";
import { FILES, useTexts } from "./texts";

export default function HandSwitch(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Switch />
    </TextedWith>
  );
}

function Switch(): ReactNode {
  const { t } = useTexts();
  const table = useTable((state) => state.table);
  const choose = useFullTable((state) => state.choose);
  return (
    <button type="button" className="icon-btn" aria-label={t("hand.large")} title={t("hand.large")} onClick={() => choose(table, false)}>
      <Icon name="hand" size={22} />
    </button>
  );
}
