/** Who starts the game: seen by all before it begins, chosen by the host. */
import type { ReactNode } from "react";
import { TextedWith } from "../i18n/text";
import type { PartyView, StartBy } from "../protocol/types";
import { useTable, useTableStore } from "../model/table/context";
import { usePreferences } from "../model/table/preferences";
import { Dialog } from "../ui/Dialog";
import { Choices } from "../widgets/Choices";
import { ReadOnly } from "../ui/ReadOnly";
import { FILES, useTexts } from "./texts";

const WAYS: readonly StartBy[] = ["host", "full", "bots"];

interface Props {
  readonly party: PartyView;
  readonly onClose: () => void;
}

export function StartDialog(props: Props): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Ways {...props} />
    </TextedWith>
  );
}

function Ways({ party, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const host = useTable((state) => state.may.includes("choose_start"));
  const { level } = usePreferences();
  return (
    <Dialog title={t("people.start.title")} onClose={onClose}>
      <ReadOnly when={!host} />
      <Choices
        title={t("people.start.title")}
        value={party.starts ?? "host"}
        choices={WAYS.map((value) => ({ value, title: t(`people.start.${value}.title`), why: t(`people.start.${value}.why`) }))}
        onChoose={host ? (value) => store.ask({ type: "choose_start", by: value, bot: level }) : undefined}
      />
    </Dialog>
  );
}
