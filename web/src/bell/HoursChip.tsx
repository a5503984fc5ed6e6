/** In which hours a slow table is played: seen by all before it begins, chosen by the host. */
import { type ReactNode, useState } from "react";
import { TextedWith } from "../i18n/text";
import type { PartyView } from "../protocol/types";
import { useTable, useTableStore } from "../table/context";
import { Dialog } from "../ui/Dialog";
import { HoursField } from "./HoursField";
import { type Hours, hourOf, minuteOf } from "./push";
import { FILES, useTexts } from "./texts";

/** What is proposed to whoever wants hours. */
const DAY: Hours = { from: 9, to: 21 };

interface Props {
  readonly party: PartyView;
}

export function HoursChip({ party }: Props): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Chip party={party} />
    </TextedWith>
  );
}

function Chip({ party }: Props): ReactNode {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const hours = party.hours === undefined ? null : { from: hourOf(party.hours.begins), to: hourOf(party.hours.ends) };
  const text = hours === null ? t("bell.hours_always") : t("bell.hours_some", { ...hours });
  return (
    <>
      <button type="button" className="chip-btn" aria-haspopup="dialog" data-marked={hours !== null} onClick={() => setOpen(true)}>
        {text}
      </button>
      {open && <HoursDialog hours={hours} text={text} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  readonly hours: Hours | null;
  readonly text: string;
  readonly onClose: () => void;
}

function HoursDialog({ hours, text, onClose }: DialogProps): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const host = useTable((state) => state.may.includes("choose_hours"));
  const choose = (chosen: Hours | null): void =>
    store.ask({ type: "choose_hours", begins: chosen === null ? 0 : minuteOf(chosen.from), ends: chosen === null ? 0 : minuteOf(chosen.to) });
  return (
    <Dialog title={t("bell.hours")} onClose={onClose}>
      <p>{t("bell.hours_how")}</p>
      {host ? (
        <>
          <label className="line choice">
            <input type="checkbox" checked={hours !== null} onChange={(event) => choose(event.currentTarget.checked ? DAY : null)} /> {t("bell.hours_on")}
          </label>
          {hours !== null && <HoursField title={t("bell.hours")} hours={hours} onChoose={choose} />}
        </>
      ) : (
        <p>{text}</p>
      )}
    </Dialog>
  );
}
