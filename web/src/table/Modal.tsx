/** A native dialog: the browser keeps the focus inside and gives it back. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";

interface Props {
  readonly title: ReactNode;
  readonly className?: string;
  /** Beside the title, before the cross. */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Modal({ title, className = "", aside, onClose, children }: Props): ReactNode {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (shown !== null && !shown.open) {
      shown.showModal();
      // Not the cross, which comes first: readers begin with the title, and a stray key closes nothing.
      shown.focus();
    }
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={`dlg ${className}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // Only what is outside the dialog has the dialog itself as its target.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="inside">
        <header>
          <h1 id={id}>{title}</h1>
          <span className="aside">
            {aside}
            <button type="button" className="icn" aria-label={t("play.close")} onClick={onClose}>
              <Icon name="x" />
            </button>
          </span>
        </header>
        {children}
      </div>
    </dialog>
  );
}
