/** How somebody is told that a table waits: on which devices, when not, and by mail, all in one place. */
import { type ReactNode, useEffect, useState } from "react";
import { TextedWith } from "../i18n/text";
import { Page } from "../ui/page/Page";
import { MailField } from "./MailField";
import { Quiet } from "./NotificationSettings";
import { begin, end, type Outcome, pushStatus, type PushStatus } from "./push";
import { FILES, useTexts } from "./texts";
import "./NotificationsPage.css";

export function NotificationsPage(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Settings />
    </TextedWith>
  );
}

function Settings(): ReactNode {
  const { t } = useTexts();
  /** Null: not known yet. Undefined: this browser is nobody's. */
  const [status, setStatus] = useState<PushStatus | null | undefined>(null);
  const look = (): void => void pushStatus().then(setStatus, () => setStatus((known) => known ?? undefined));
  useEffect(look, []);
  return (
    <Page title={t("notifications.title")} back>
      <main className="notifications-page">
        <section className="sheet-of-paper">
          <h1>{t("notifications.title")}</h1>
          <p>{t(status === undefined ? "notifications.nobody" : "notifications.how")}</p>
        </section>
        {status != null && <Parts status={status} onChange={look} />}
      </main>
    </Page>
  );
}

interface Props {
  readonly status: PushStatus;
  readonly onChange: () => void;
}

function Parts({ status, onChange }: Props): ReactNode {
  const { t } = useTexts();
  const told = status.hours !== null || (status.mail !== undefined && status.mail.address !== "");
  return (
    <>
      <Devices status={status} onChange={onChange} />
      <section className="sheet-of-paper">
        <h2>{t("notifications.quiet")}</h2>
        {told ? <Quiet status={status} onChange={onChange} /> : <p>{t("notifications.quiet_none")}</p>}
      </section>
      {status.mail !== undefined && (
        <section className="sheet-of-paper">
          <MailField status={status} onChange={onChange} />
        </section>
      )}
    </>
  );
}

function Devices({ status: { key, hours, devices = 0, mail }, onChange }: Props): ReactNode {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const here = hours !== null;
  const others = devices - Number(here);
  const why = location.protocol === "https:" ? "notifications.none_here" : mail === undefined ? "notifications.none_http" : "notifications.mail_http";
  const turn = async (): Promise<void> => {
    if (here) await end().catch(() => undefined);
    setOutcome(here ? null : await begin(key, t("notifications.waits")));
    onChange();
  };
  return (
    <section className="sheet-of-paper">
      <h2>{t("notifications.devices")}</h2>
      {key === "" ? (
        <p>{t(why)}</p>
      ) : (
        <>
          <p role="status">{t(here ? "notifications.on" : "notifications.off_here")}</p>
          {outcome !== null && outcome !== "on" && <p role="alert">{t(`notifications.${outcome}`)}</p>}
          <button type="button" className="btn" onClick={() => void turn()}>
            {t(here ? "notifications.off" : "notifications.offer_yes")}
          </button>
        </>
      )}
      {others > 0 && <p>{t("notifications.others", { count: others })}</p>}
    </section>
  );
}
