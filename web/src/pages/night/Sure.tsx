/** Asks before something that cannot be taken back. */
import type { ReactNode } from "react";
import { Dialog } from "../../ui/Dialog";
import { Act } from "./Act";
import { useTexts } from "./texts";

interface Props {
  readonly title: string;
  readonly why: string;
  readonly yes: string;
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function Sure({ title, why, yes, act, onClose, children }: Props): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{why}</p>
      {children}
      <div className="wraps">
        <button type="button" className="btn" onClick={onClose}>
          {t("night.keep")}
        </button>
        <Act label={yes} className="btn btn--go" act={async () => act().then(onClose)} />
      </div>
    </Dialog>
  );
}
