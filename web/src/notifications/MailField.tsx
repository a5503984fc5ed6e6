/** An address for mails: given, waiting to be confirmed, or in use. */
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { call } from "../net/http";
import { type PushStatus, wantMail } from "./push";
import { useTexts } from "./texts";

interface Props {
  readonly status: PushStatus;
  readonly onChange: () => void;
}

export function MailField({ status: { mail, quiet }, onChange }: Props): ReactNode {
  const { t, language } = useTexts();
  const id = useId();
  const [address, setAddress] = useState("");
  const [failed, setFailed] = useState(false);
  if (mail === undefined) return null;
  const done = (work: Promise<unknown>): void =>
    void work.then(
      () => {
        setFailed(false);
        onChange();
      },
      () => setFailed(true),
    );
  const give = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    done(wantMail(address, language, quiet));
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t("notifications.mail")}</h3>
      {mail.address === "" ? (
        <form onSubmit={give}>
          <p>{t("notifications.mail_how")}</p>
          <p className="wraps">
            <input
              className="told-mail"
              type="email"
              required
              maxLength={254}
              autoComplete="email"
              aria-label={t("notifications.mail_address")}
              placeholder={t("notifications.mail_address")}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
            <button type="submit" className="btn">
              {t("notifications.mail_go")}
            </button>
          </p>
        </form>
      ) : (
        <>
          <p role="status">{t(mail.confirmed ? "notifications.mail_on" : "notifications.mail_asked", { address: mail.address })}</p>
          <button type="button" className="btn" onClick={() => done(call("POST /api/mail/end"))}>
            {t("notifications.mail_off")}
          </button>
        </>
      )}
      {failed && <p role="alert">{t("notifications.failed")}</p>}
    </section>
  );
}
