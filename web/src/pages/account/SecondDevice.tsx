/** A link that lets one more device in, once and soon: as a QR code, and to be typed. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { call } from "../../net/http";
import type { Link } from "../../protocol/types";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { QrCode } from "../../widgets/QrCode";
import { useOwnAddress } from "../../model/opening/useOwnAddress";
import { proven } from "./webauthn";
import { Sign } from "./Sign";
import { useProblem, useTexts } from "./texts";
import { useAsyncAction } from "../../ui/useAsyncAction";

interface Props {
  /** Whether the others were signed out just now, and this is their way back. */
  readonly back?: boolean;
  /** Somebody has come in by the link; without it, the dialog closes. */
  readonly onUsed?: () => void;
  readonly onClose: () => void;
}

/** Look every so often, in milliseconds, whether the link was used. */
const LOOK = 3000;

/** Call when a session is there that was not there before. */
function useJoined(waits: boolean, joined: () => void): void {
  const latest = useRef(joined);
  latest.current = joined;
  useEffect(() => {
    if (!waits) return undefined;
    let known: ReadonlySet<string> | null = null;
    const look = async (): Promise<void> => {
      const account = await call("GET /api/account").catch(() => null);
      if (account === null) return;
      const ids = account.sessions.map(({ id }) => id);
      if (known !== null && ids.some((id) => known?.has(id) === false)) latest.current();
      known = new Set(ids);
    };
    void look();
    const beat = setInterval(() => void look(), LOOK);
    return () => clearInterval(beat);
  }, [waits]);
}

export function SecondDevice({ back = false, onUsed, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { problem, run } = useAsyncAction();
  const address = `${useOwnAddress()}/in`;
  const [link, setLink] = useState<Link | null>(null);
  useJoined(link !== null, onUsed ?? onClose);
  const renew = useCallback(async () => setLink(await proven(() => call("POST /api/account/link"))), []);
  // Once, when it is opened.
  useEffect(() => run(renew), []); // oxlint-disable-line react-hooks/exhaustive-deps
  return (
    <Dialog
      className="account-second"
      title={
        <>
          <Sign name="phone" size={24} /> {t("account.link.title")}
        </>
      }
      onClose={onClose}
    >
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      {back && <p>{t("account.link.back")}</p>}
      {link !== null && (
        <>
          <QrCode text={`${address}#${link.code}`} name={t("account.link.qr")} />
          <p>{t("account.link.how")}</p>
          <Left key={link.code} seconds={link.lasts} />
          <p>{t("account.link.type", { address: address.replace(/^https?:\/\//, "") })}</p>
          <p>
            <code>{link.code}</code>
          </p>
        </>
      )}
      <p className="dialog-note">
        <Icon name="lock" size={16} /> {t("account.link.note")}
      </p>
      <footer className="line dialog-row">
        <button type="button" className="btn" onClick={() => run(renew)}>
          <Icon name="rot" size={18} /> {t("account.link.new")}
        </button>
        <button type="button" className="btn btn--go" onClick={onClose}>
          {t("account.link.done")}
        </button>
      </footer>
    </Dialog>
  );
}

function Left({ seconds }: { readonly seconds: number }): ReactNode {
  const { t } = useTexts();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const beat = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 1000);
    return () => clearInterval(beat);
  }, [seconds]);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <p>
      <b role="timer">{left > 0 ? t("account.link.left", { time }) : t("account.link.over")}</b>
    </p>
  );
}
