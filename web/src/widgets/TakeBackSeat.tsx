/** A bot plays for somebody who is here again: the way back to the seat. */
import type { ReactNode } from "react";
import { Icon } from "../ui/Icon";
import { useTexts } from "../i18n/text";
import { useTableStore } from "../model/table/context";

export function TakeBackSeat(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  return (
    <>
      <p className="line prompt">
        <Icon name="robot" /> {t("play.bar.bot_plays")}
      </p>
      <button type="button" className="btn btn--go" onClick={() => store.ask({ type: "come_back" })}>
        {t("play.bar.come_back")}
      </button>
    </>
  );
}
