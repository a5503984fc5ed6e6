/** Recovery codes, shown once. They are done with when somebody says that they have them. */
import { type ReactNode, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { Sign } from "./Sign";
import { useTexts } from "./texts";

interface Props {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

export function Codes({ codes, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const [safe, setSafe] = useState(false);
  const [copied, setCopied] = useState(false);
  const whole = codes.join("\n");
  const save = (): void => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${location.origin}/in\n\n${whole}\n`], { type: "text/plain" }));
    link.download = "kuhstall.txt";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(whole);
    setCopied(true);
  };
  return (
    <Dialog
      title={
        <>
          <Sign name="seal" size={24} /> {t("account.codes.title")}
        </>
      }
      // Until it is said that they are safe, a stray key must not take them away.
      onClose={() => safe && onClose()}
    >
      <p>{t("account.codes.why")}</p>
      <ol className="account-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="wraps account-row">
        <button type="button" className="btn" onClick={() => print()}>
          {t("account.codes.print")}
        </button>
        <button type="button" className="btn" onClick={save}>
          {t("account.codes.save")}
        </button>
        {"clipboard" in navigator && (
          <button type="button" className="btn" onClick={() => void copy()}>
            <Icon name="copy" size={18} /> {t("account.codes.copy")}
          </button>
        )}
        <span role="status">{copied && t("account.codes.copied")}</span>
      </p>
      <label className="line account-safe">
        <input type="checkbox" checked={safe} onChange={(event) => setSafe(event.target.checked)} /> {t("account.codes.safe")}
      </label>
      <footer className="line dialog-row">
        <button type="button" className="btn btn--go" disabled={!safe} onClick={onClose}>
          {t("account.codes.done")}
        </button>
      </footer>
    </Dialog>
  );
}
