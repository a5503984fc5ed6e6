/** The way out of the waiting room: apart from the other buttons, and not without a question. */
import { type ReactNode, useState } from "react";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { useTable, useTableStore } from "../../model/table/context";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { usePressGuard } from "../../ui/usePressGuard";

interface Props {
  readonly party: PartyView;
}

export function Leave({ party }: Props): ReactNode {
  const { t } = useTexts();
  const may = useTable((state) => state.may.includes("leave"));
  const [asked, setAsked] = useState(false);
  if (!may) return null;
  return (
    <>
      <button type="button" className="line text-btn room-leave" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        <Icon name="door" size={16} /> {t("home.room.leave")}
      </button>
      {asked && <LeaveDialog party={party} onClose={() => setAsked(false)} />}
    </>
  );
}

function LeaveDialog({ party, onClose }: Props & { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const [guarded] = usePressGuard("leave");
  const alone = party.places.filter(({ kind }) => kind === "person").length === 1;
  const leave = (): void => {
    if (guarded) return;
    store.ask({ type: "leave" });
    onClose();
  };
  return (
    <Dialog title={t("home.room.leave_title")} onClose={onClose}>
      <p>{t(alone ? "home.room.leave_alone" : "home.room.leave_why")}</p>
      <footer className="line dialog-row">
        <button type="button" className="btn btn--away" aria-disabled={guarded} onClick={leave}>
          {t("home.room.leave")}
        </button>
        <button type="button" className="btn btn--go" onClick={onClose}>
          {t("home.room.stay")}
        </button>
      </footer>
    </Dialog>
  );
}
