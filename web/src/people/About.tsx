/** What can be done about somebody: not to meet them again, and to tell the host of the server. */
import { type ReactNode, type SyntheticEvent, useId, useState } from "react";
import { version } from "../../package.json";
import { TextedWith } from "../i18n/text";
import { call, Refusal } from "../net/http";
import type { ChatLine, NewReport } from "../protocol/types";
import { useTable, useTableStore } from "../model/table/context";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/Icon";
import { Choices } from "../widgets/Choices";
import { useProblem } from "../net/problem";
import { FILES, useTexts } from "./texts";
import "./About.css";

/** Somebody at the table, or who wrote a line. */
export interface Somebody {
  readonly name: string;
  readonly seat: number | null;
  readonly line?: ChatLine;
}

interface Props {
  readonly who: Somebody;
  readonly onClose: () => void;
}

const KINDS = ["rude", "delay", "name"] as const;

export function About({ who, onClose }: Props): ReactNode {
  return (
    <TextedWith files={FILES}>
      <AboutDialog who={who} onClose={onClose} />
    </TextedWith>
  );
}

function AboutDialog({ who, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const [step, setStep] = useState<"block" | "report" | "thanks">("block");
  const block = (): void => {
    store.block(who.line === undefined ? { seat: who.seat ?? 0 } : { line: who.line.id }, who);
    onClose();
  };
  const heads = { block: t("people.block.title", { name: who.name }), report: t("people.report.title", { name: who.name }), thanks: t("people.report.title", { name: who.name }) };
  return (
    <Dialog title={heads[step]} className="about" onClose={onClose}>
      {step === "block" && (
        <>
          <ul>
            <li>{t("people.block.seats")}</li>
            <li>{t("people.block.chat")}</li>
            <li>{t("people.block.lobby")}</li>
          </ul>
          <p>{t("people.block.goes_on", { name: who.name })}</p>
          <footer className="wraps dialog-row">
            <button type="button" className="btn" onClick={() => setStep("report")}>
              <Icon name="flag" size={18} /> {t("people.report.button")}
            </button>
            <button type="button" className="btn btn--away" onClick={block}>
              {t("people.block.button")}
            </button>
          </footer>
        </>
      )}
      {step === "report" && <Form who={who} onSent={() => setStep("thanks")} onClose={onClose} />}
      {step === "thanks" && (
        <>
          <p role="status">{t("people.report.thanks")}</p>
          <footer className="wraps dialog-row">
            <button type="button" className="btn" onClick={onClose}>
              {t("people.report.close")}
            </button>
            <button type="button" className="btn btn--away" onClick={block}>
              {t("people.block.button")}
            </button>
          </footer>
        </>
      )}
    </Dialog>
  );
}

function Form({ who, onSent, onClose }: Props & { readonly onSent: () => void }): ReactNode {
  const { t, language } = useTexts();
  const worded = useProblem();
  const id = useId();
  const table = useTable((state) => state.table);
  const [step] = useState(useTable((state) => state.seq));
  const [kind, setKind] = useState<(typeof KINDS)[number]>("rude");
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const often = problem instanceof Refusal && problem.code === "slow_down";
  const said = who.line?.text ?? null;
  const send = async (): Promise<void> => {
    setBusy(true);
    // The words of the line are for the server to look up: nobody's mouth is to be put words into.
    const about = who.line === undefined ? { seat: who.seat } : { line: who.line.id };
    const report: NewReport = { text, version, language, table, step, kind, ...about };
    try {
      await call("POST /api/reports", report);
      onSent();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!busy) void send();
  };
  return (
    <form onSubmit={submit}>
      <Choices title={t("people.report.what")} value={kind} choices={KINDS.map((value) => ({ value, title: t(`people.report.${value}`), why: "" }))} onChoose={setKind} />
      {said !== null && (
        <p>
          {t("people.report.line")} <q dir="auto">{said}</q>
        </p>
      )}
      <label htmlFor={id}>{t("people.report.more")}</label>
      <textarea id={id} rows={2} value={text} maxLength={1000} onChange={(event) => setText(event.target.value)} />
      <p className="dialog-note">
        <Icon name="eyeoff" size={16} /> {t("people.report.note")}
      </p>
      <p className="notice" role="alert">
        {problem !== null && (often ? t("people.report.often") : worded(problem))}
      </p>
      <footer className="wraps dialog-row">
        <button type="button" className="btn" onClick={onClose}>
          {t("people.report.cancel")}
        </button>
        <button type="submit" className="btn btn--go" aria-busy={busy}>
          <Icon name="flag" size={18} /> {t("people.report.send")}
        </button>
      </footer>
    </form>
  );
}
