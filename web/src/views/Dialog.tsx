/** A native dialog, open as long as it is there; Escape, the backdrop and the cross close it. */
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";

interface Props {
  readonly title: ReactNode;
  readonly wide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, wide = false, onClose, children }: Props): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
  }, []);
  const onBackdrop = (event: MouseEvent): void => {
    if (event.target === element.current) element.current.close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the dialog's own key
    <dialog ref={element} className="dialog" data-wide={wide} aria-labelledby={id} onClose={onClose} onClick={onBackdrop}>
      <div className="dialog-in">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" className="dialog-x" aria-label={t("home.close")} onClick={() => element.current?.close()}>
            <Icon name="x" size={22} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
