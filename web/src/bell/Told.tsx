/** What somebody is told, when not, and how to end it. */
import type { ReactNode } from "react";
import { Dialog } from "../ui/Dialog";
import { HoursField } from "./HoursField";
import { MailField } from "./MailField";
import { begin, end, type Hours, type Outcome, type Telling, wantMail } from "./push";
import { useTexts } from "./texts";
import "./Told.css";

interface Props {
  readonly outcome: Outcome | "mail";
  readonly telling: Telling;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

export function Told({ outcome, telling, onChange, onClose }: Props): ReactNode {
  const { t } = useTexts();
  if (outcome !== "on") {
    return (
      <Dialog title={t("bell.title")} onClose={onClose}>
        {outcome !== "mail" && <p role="alert">{t(`bell.${outcome}`)}</p>}
        <MailField telling={telling} onChange={onChange} />
        {outcome === "mail" && telling.mail?.address !== "" && <Quiet telling={telling} onChange={onChange} />}
      </Dialog>
    );
  }
  const stop = async (): Promise<void> => {
    await end().catch(() => undefined);
    onChange();
    onClose();
  };
  return (
    <Dialog title={t("bell.title")} onClose={onClose}>
      <p role="status">{t("bell.on")}</p>
      <p>{t("bell.how")}</p>
      <Quiet telling={telling} onChange={onChange} />
      <MailField telling={telling} onChange={onChange} />
      <p className="wraps told-end">
        <button type="button" className="btn" onClick={() => void stop()}>
          {t("bell.off")}
        </button>
        <button type="button" className="btn btn--go" onClick={onClose}>
          {t("bell.close")}
        </button>
      </p>
    </Dialog>
  );
}

function Quiet({ telling, onChange }: { readonly telling: Telling; readonly onChange: () => void }): ReactNode {
  const { t, language } = useTexts();
  const choose = async (hours: Hours): Promise<void> => {
    const { mail } = telling;
    if (telling.hours !== null) await begin(telling.key, t("bell.waits"), hours);
    if (mail !== undefined && mail.address !== "") await wantMail(mail.address, language, hours).catch(() => undefined);
    onChange();
  };
  return <HoursField title={t("bell.quiet")} hours={telling.quiet} onChoose={(hours) => void choose(hours)} />;
}
