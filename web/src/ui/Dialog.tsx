/** A native dialog, open as long as it is there; Escape, the backdrop and the cross close it. */
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "./Icon";
import { useTexts } from "../i18n/text";
import { takeRefuge } from "./lostFocus";
import "./Dialog.css";

interface Props {
  readonly title: ReactNode;
  readonly wide?: boolean;
  readonly className?: string;
  /** Beside the title, before the cross. */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, wide = false, className = "", aside, onClose, children }: Props): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  // Before the element leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return undefined;
    dialog.showModal();
    // Not the cross, which comes first: readers begin with the title, and a stray key closes nothing.
    dialog.focus();
    return () => {
      dialog.close();
      takeRefuge();
    };
  }, []);
  const onBackdrop = (event: MouseEvent): void => {
    // Only what is outside the dialog has the dialog itself as its target.
    if (event.target === element.current) onClose();
  };
  const onCancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the dialog's own key
    <dialog
      ref={element}
      tabIndex={-1}
      className={`dialog ${className}`}
      data-wide={wide}
      aria-labelledby={id}
      onCancel={onCancel}
      // Some browsers close a dialog without asking.
      onClose={() => element.current?.open === false && onClose()}
      onClick={onBackdrop}
    >
      <div className="dialog-in">
        <header className="line">
          <h2 id={id}>{title}</h2>
          {aside}
          <button type="button" className="icon-btn dialog-x" aria-label={t("home.close")} onClick={onClose}>
            <Icon name="x" size={22} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
