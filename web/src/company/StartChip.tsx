/** Who starts the game: seen by all before it begins, chosen by the host. */
import { type ReactNode, useState } from "react";
import { TextedWith } from "../i18n/text";
import type { PartyView, StartBy } from "../protocol/types";
import { useTable, useTableStore } from "../table/context";
import { usePreferences } from "../table/preferences";
import { Dialog } from "../ui/Dialog";
import { Choices } from "../views/room/Choices";
import { ReadOnly } from "../views/room/ReadOnly";
import { FILES, useTexts } from "./texts";

const WAYS: readonly StartBy[] = ["host", "full", "bots"];

interface Props {
  readonly party: PartyView;
}

export function StartChip({ party }: Props): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Chip party={party} />
    </TextedWith>
  );
}

function Chip({ party }: Props): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const host = useTable((state) => state.may.includes("choose_start"));
  const { level } = usePreferences();
  const [open, setOpen] = useState(false);
  const by = party.starts ?? "host";
  return (
    <>
      <button type="button" className="chip-btn" aria-haspopup="dialog" data-marked={by !== "host"} onClick={() => setOpen(true)}>
        {t(`company.start.${by}.chip`)}
      </button>
      {open && (
        <Dialog title={t("company.start.title")} onClose={() => setOpen(false)}>
          <ReadOnly when={!host} />
          <Choices
            title={t("company.start.title")}
            value={by}
            choices={WAYS.map((value) => ({ value, title: t(`company.start.${value}.title`), why: t(`company.start.${value}.why`) }))}
            onChoose={host ? (value) => store.ask({ type: "choose_start", by: value, bot: level }) : undefined}
          />
        </Dialog>
      )}
    </>
  );
}
