/** The way to the screens of a table, for those who sit there. */
import { type ReactNode, useState } from "react";
import { TextedWith } from "../../i18n/text";
import { useIsOffline, useTable } from "../../model/table/context";
import { ScreensDialog, TvSign } from "./ScreensDialog";
import { FILES, useTexts } from "./texts";

export default function ScreensButton(): ReactNode {
  const seated = useTable((state) => state.you !== null);
  const here = useIsOffline();
  if (!seated || here) return null;
  return (
    <TextedWith files={FILES}>
      <Button />
    </TextedWith>
  );
}

function Button(): ReactNode {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <TvSign size={18} /> {t("screens.title")}
      </button>
      {open && <ScreensDialog onClose={() => setOpen(false)} />}
    </>
  );
}
