/**
 * What does not work, told to the host of the server in one's own words. With it go the version of the page, the
 * language, and which table and step it is about; nothing of what is seen there.
 */
import { type ReactNode, type SyntheticEvent, useId, useState } from "react";
import { version } from "../../../package.json";
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { TextedWith, useTexts } from "../../i18n/text";
import { call, Refusal } from "../../net/http";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { shownCode } from "../../model/opening/inviteCode";
import { useProblem } from "../../net/problem";
import type en from "./report.en.json";
import "./Report.css";

/** Where somebody is when it happens. */
export interface Place {
  readonly table: string;
  readonly code: string;
  readonly step: number;
}

interface Props {
  readonly place?: Place;
  readonly onClose: () => void;
}

const LONGEST = 1000;
const FILES: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./report.*.json")),
];

export default function Report(props: Props): ReactNode {
  return (
    <TextedWith files={FILES}>
      <ReportDialog {...props} />
    </TextedWith>
  );
}

function ReportDialog({ place, onClose }: Props): ReactNode {
  const { t } = useTexts<Paths<typeof en>>();
  const [sent, setSent] = useState(false);
  return (
    <Dialog
      className="report"
      onClose={onClose}
      title={
        <>
          <Icon name="flag" size={24} /> {t("home.report")}
        </>
      }
    >
      {sent ? <Thanks onClose={onClose} /> : <Form {...(place && { place })} onSent={() => setSent(true)} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ place, onSent, onClose }: Props & { readonly onSent: () => void }): ReactNode {
  const { t, language } = useTexts<Paths<typeof en>>();
  const worded = useProblem();
  const id = useId();
  // The game goes on while somebody writes.
  const [at] = useState(place);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const often = problem instanceof Refusal && problem.code === "slow_down";
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await call("POST /api/reports", { text, version, language, table: at?.table ?? null, step: at?.step ?? null });
      onSent();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!busy && text.trim() !== "") void send();
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor={id}>{t("report.what")}</label>
      <textarea id={id} rows={5} value={text} maxLength={LONGEST} aria-describedby={`${id}-why`} onChange={(event) => setText(event.target.value)} />
      <p>
        {at !== undefined && <span className="pill">{t("report.place", { code: shownCode(at.code), step: at.step })}</span>}{" "}
        <span className="pill">{t("report.version", { version })}</span>
      </p>
      <p className="dialog-note">
        <Icon name="eyeoff" size={16} /> {t(at === undefined ? "report.note" : "report.note_table")}
      </p>
      <p id={`${id}-why`} className="notice" role="alert">
        {problem !== null && (often ? t("report.often") : worded(problem))}
      </p>
      <footer className="line dialog-row">
        <button type="button" className="btn" onClick={onClose}>
          {t("report.cancel")}
        </button>
        <button type="submit" className="btn btn--go" aria-busy={busy} disabled={text.trim() === ""}>
          <Icon name="flag" size={18} /> {t("report.send")}
        </button>
      </footer>
    </form>
  );
}

/** What had the focus is gone. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

function Thanks({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts<Paths<typeof en>>();
  return (
    <>
      <p role="status">{t("report.thanks")}</p>
      <footer className="line dialog-row">
        <button type="button" ref={focus} className="btn btn--go" onClick={onClose}>
          {t("home.close")}
        </button>
      </footer>
    </>
  );
}
