/** What somebody is told, when not, and how to end it. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Dialog } from "../ui/Dialog";
import { HoursField } from "./HoursField";
import { MailField } from "./MailField";
import { WebhookField } from "./WebhookField";
import type { Hours } from "./hours";
import { begin, end, type Outcome, type PushStatus, wantMail } from "./push";
import { useTexts } from "./texts";
import "./NotificationSettings.css";

/** What the dialog begins with; `none`: this server can tell nobody by push or mail, or not over plain http. */
export type Shown = Outcome | "mail" | "none";

interface Props {
  readonly outcome: Shown;
  readonly status: PushStatus;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

export function NotificationSettings({ outcome, status, onChange, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const plain = location.protocol !== "https:";
  if (outcome !== "on") {
    return (
      <Dialog title={t("notifications.title")} onClose={onClose}>
        {outcome === "none" && <p>{t(plain ? "notifications.none_http" : "notifications.none_here")}</p>}
        {outcome === "mail" && plain && <p>{t("notifications.mail_http")}</p>}
        {(outcome === "denied" || outcome === "failed") && <p role="alert">{t(`notifications.${outcome}`)}</p>}
        <MailField status={status} onChange={onChange} />
        {outcome === "mail" && status.mail?.address !== "" && <Quiet status={status} onChange={onChange} />}
        <WebhookField />
        <All />
      </Dialog>
    );
  }
  const stop = async (): Promise<void> => {
    await end().catch(() => undefined);
    onChange();
    onClose();
  };
  return (
    <Dialog title={t("notifications.title")} onClose={onClose}>
      <p role="status">{t("notifications.on")}</p>
      <p>{t("notifications.how")}</p>
      <Quiet status={status} onChange={onChange} />
      <MailField status={status} onChange={onChange} />
      <WebhookField />
      <All />
      <p className="wraps told-end">
        <button type="button" className="btn" onClick={() => void stop()}>
          {t("notifications.off")}
        </button>
        <button type="button" className="btn btn--go" onClick={onClose}>
          {t("notifications.close")}
        </button>
      </p>
    </Dialog>
  );
}

/** The way to all of it, for all devices and tables. */
function All(): ReactNode {
  const { t } = useTexts();
  return (
    <p>
      <Link className="btn" href="/notifications">{t("notifications.all")}</Link>
    </p>
  );
}

/** The quiet hours of a person: the same for all that tells them. */
export function Quiet({ status, onChange }: { readonly status: PushStatus; readonly onChange: () => void }): ReactNode {
  const { t, language } = useTexts();
  const choose = async (hours: Hours): Promise<void> => {
    const { mail } = status;
    if (status.hours !== null) await begin(status.key, t("notifications.waits"), hours);
    if (mail !== undefined && mail.address !== "") await wantMail(mail.address, language, hours).catch(() => undefined);
    onChange();
  };
  return <HoursField title={t("notifications.quiet")} hours={status.quiet} onChoose={(hours) => void choose(hours)} />;
}
