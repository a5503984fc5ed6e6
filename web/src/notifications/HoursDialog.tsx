/** In which hours a slow table is played: seen by all before it begins, chosen by the host. */
import type { ReactNode } from "react";
import { TextedWith } from "../i18n/text";
import { useTable, useTableStore } from "../model/table/context";
import { Dialog } from "../ui/Dialog";
import { HoursField } from "./HoursField";
import { type Hours, minuteOf } from "./hours";
import { FILES, useTexts } from "./texts";

/** What is proposed to whoever wants hours. */
const DAY: Hours = { from: 9, to: 21 };

interface Props {
  readonly hours: Hours | null;
  readonly text: string;
  readonly onClose: () => void;
}

export function HoursDialog(props: Props): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Chosen {...props} />
    </TextedWith>
  );
}

function Chosen({ hours, text, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const host = useTable((state) => state.may.includes("choose_hours"));
  const choose = (chosen: Hours | null): void =>
    store.ask({ type: "choose_hours", begins: chosen === null ? 0 : minuteOf(chosen.from), ends: chosen === null ? 0 : minuteOf(chosen.to) });
  return (
    <Dialog title={t("notifications.hours")} onClose={onClose}>
      <p>{t("notifications.hours_how")}</p>
      {host ? (
        <>
          <label className="line choice">
            <input type="checkbox" checked={hours !== null} onChange={(event) => choose(event.currentTarget.checked ? DAY : null)} /> {t("notifications.hours_on")}
          </label>
          {hours !== null && <HoursField title={t("notifications.hours")} hours={hours} onChoose={choose} />}
        </>
      ) : (
        <p>{text}</p>
      )}
    </Dialog>
  );
}
