/** A link that lets one more device in, once and soon: as a QR code, and to be typed. */
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { call } from "../net/http";
import type { Link } from "../protocol/types";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/Icon";
import { QrCode } from "../views/room/QrCode";
import { useOwnAddress } from "../views/room/useOwnAddress";
import { proven } from "./keys";
import { Sign } from "./Sign";
import { useProblem, useTexts } from "./texts";
import { useDeed } from "./useDeed";

export function SecondDevice({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { problem, run } = useDeed();
  const address = `${useOwnAddress()}/in`;
  const [link, setLink] = useState<Link | null>(null);
  const renew = useCallback(async () => setLink(await proven(() => call("POST /api/account/link"))), []);
  // Once, when it is opened.
  useEffect(() => run(renew), []); // oxlint-disable-line react-hooks/exhaustive-deps
  return (
    <Dialog
      className="you-second"
      title={
        <>
          <Sign name="phone" size={24} /> {t("you.link.title")}
        </>
      }
      onClose={onClose}
    >
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      {link !== null && (
        <>
          <QrCode text={`${address}#${link.code}`} name={t("you.link.qr")} />
          <p>{t("you.link.how")}</p>
          <Left key={link.code} seconds={link.lasts} />
          <p>{t("you.link.type", { address: address.replace(/^https?:\/\//, "") })}</p>
          <p>
            <code>{link.code}</code>
          </p>
        </>
      )}
      <p className="dialog-note">
        <Icon name="lock" size={16} /> {t("you.link.note")}
      </p>
      <footer className="line dialog-row">
        <button type="button" className="btn" onClick={() => run(renew)}>
          <Icon name="rot" size={18} /> {t("you.link.new")}
        </button>
        <button type="button" className="btn btn--go" onClick={onClose}>
          {t("you.link.done")}
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
      <b role="timer">{left > 0 ? t("you.link.left", { time }) : t("you.link.over")}</b>
    </p>
  );
}
