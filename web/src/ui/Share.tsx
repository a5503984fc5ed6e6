/** Passes on a text with a link: by the system's own dialog, else by the clipboard, else by hand. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "./Icon";
import { useTexts } from "../i18n/text";
import { Dialog } from "./Dialog";
import "./Share.css";

interface Props {
  readonly className?: string;
  readonly label: string;
  /** Only a sign, with the label for those who hear it. */
  readonly sign?: boolean;
  readonly text: string;
  /** Asked for at the press: the address may have moved on. */
  readonly link: () => string;
}

const SAID = 2500;

export function Share({ className = "btn", label, sign = false, text, link }: Props): ReactNode {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  const [byHand, setByHand] = useState<string | null>(null);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SAID);
    return () => clearTimeout(timer);
  }, [copied]);
  const share = async (): Promise<void> => {
    const url = link();
    if (typeof navigator.share === "function") {
      // Changing one's mind in the system's dialog is not an error.
      await navigator.share({ title: t("home.title"), text, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(`${text}\n${url}`);
      setCopied(true);
    } catch {
      // On plain http there is no clipboard: the person copies what we have selected.
      setByHand(`${text}\n${url}`);
    }
  };
  const shown = copied ? t("replay.copied") : label;
  return (
    <>
      <button type="button" className={className} aria-label={label} title={label} onClick={() => void share()}>
        <Icon name={copied ? "check" : "share"} size={sign ? 22 : 18} /> {!sign && shown}
      </button>
      <span className="visually-hidden" role="status">
        {copied && t("replay.copied")}
      </span>
      {byHand !== null && <ByHand text={byHand} onClose={() => setByHand(null)} />}
    </>
  );
}

function ByHand({ text, onClose }: { readonly text: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Dialog title={t("replay.copy_title")} onClose={onClose}>
      <p>{t("replay.copy_why")}</p>
      <textarea ref={field} className="copy-field" readOnly rows={4} value={text} aria-label={t("replay.copy_title")} />
    </Dialog>
  );
}
