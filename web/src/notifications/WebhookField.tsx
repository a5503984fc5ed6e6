/** For the host of a table: an address of a program that is called when somebody's turn comes. It is tried when it is saved. */
import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { useTable } from "../model/table/context";
import { useProblem } from "../net/problem";
import { call } from "../net/http";
import type { WebhookStatus } from "../protocol/types";
import { useTexts } from "./texts";

export function WebhookField(): ReactNode {
  const host = useTable((state) => state.you !== null && state.you === state.party?.host);
  return host ? <Field /> : null;
}

function Field(): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const id = useId();
  const table = useTable((state) => state.table);
  const [status, setStatus] = useState<WebhookStatus | null>(null);
  const [address, setAddress] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const look = (): void => void call("GET /api/tables/{table}/webhook", null, { table }).then(setStatus, () => undefined);
  useEffect(look, [table]);
  const set = async (wished: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await call("POST /api/tables/{table}/webhook", { address: wished }, { table });
      setAddress("");
      look();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const give = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void set(address);
  };
  if (status === null) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t("notifications.webhook")}</h3>
      {status.place === "" ? (
        <form onSubmit={give}>
          <p>{t("notifications.webhook_how")}</p>
          <p className="wraps">
            <input
              className="told-mail"
              type="url"
              required
              placeholder="https://…"
              aria-label={t("notifications.webhook_address")}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
            <button type="submit" className="btn" aria-busy={busy} disabled={busy}>
              {t("notifications.webhook_go")}
            </button>
          </p>
        </form>
      ) : (
        <>
          <p role="status">
            {t("notifications.webhook_on", { place: status.place })} {status.failing_since !== undefined && t("notifications.webhook_fails")}
          </p>
          <button type="button" className="btn" aria-busy={busy} disabled={busy} onClick={() => void set("")}>
            {t("notifications.webhook_off")}
          </button>
        </>
      )}
      {problem !== null && <p role="alert">{worded(problem)}</p>}
    </section>
  );
}
