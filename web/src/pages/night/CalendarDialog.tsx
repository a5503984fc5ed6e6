/** The address of a member's calendar of the group. */
import { type ReactNode, useEffect, useState } from "react";
import { call } from "../../net/http";
import { useOwnAddress } from "../../model/opening/useOwnAddress";
import { Dialog } from "../../ui/Dialog";
import { useProblem, useTexts } from "./texts";

export function CalendarDialog({ code, onClose }: { readonly code: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const own = useOwnAddress();
  const [token, setToken] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    call("POST /api/groups/{code}/calendar", null, { code }).then((found) => setToken(found.token), setProblem);
  }, [code]);
  const address = token === null ? "" : `${own}/api/calendars/${token}`;
  return (
    <Dialog title={t("night.calendar")} onClose={onClose}>
      <p>{t("night.calendar_why")}</p>
      <input className="group-link" readOnly value={address} aria-label={t("night.calendar_address")} onFocus={(event) => event.target.select()} />
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      {token !== null && (
        <a className="btn btn--go mid-btn" href={address.replace(/^https?:/, "webcal:")}>
          {t("night.calendar_open")}
        </a>
      )}
    </Dialog>
  );
}
