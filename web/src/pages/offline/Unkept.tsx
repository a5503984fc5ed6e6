/** Says once that this browser cannot keep the game that is played. */
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { TextedWith } from "../../i18n/text";
import { useTable } from "../../model/table/context";
import { noteKept, unkept } from "../../net/offline/policy";
import { Dialog } from "../../ui/Dialog";
import { FILES, useTexts } from "./texts";

export default function Unkept(): ReactNode {
  const table = useTable((state) => state.table);
  const isUnkept = useStore(unkept, (tables) => tables.has(table));
  if (!isUnkept) return null;
  return (
    <TextedWith files={FILES}>
      <Said onRead={() => noteKept(table, true)} />
    </TextedWith>
  );
}

function Said({ onRead }: { readonly onRead: () => void }): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog title={t("offline.unkept.title")} onClose={onRead}>
      <p>{t("offline.unkept.why")}</p>
      <footer className="wraps dialog-row">
        <button type="button" className="btn btn--go" onClick={onRead}>
          {t("offline.unkept.read")}
        </button>
      </footer>
    </Dialog>
  );
}
