/** After a game: a guest may keep what there is. Nothing for those who have done so. */
import { type ReactNode, useEffect, useState } from "react";
import { TextedWith } from "../../i18n/text";
import { call } from "../../net/http";
import type { Account } from "../../protocol/types";
import { Claim } from "./Claim";
import { Sign } from "./Sign";
import { FILES, useTexts } from "./texts";
import "./Keep.css";

export default function Keep(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Offer />
    </TextedWith>
  );
}

function Offer(): ReactNode {
  const { t } = useTexts();
  const [account, setAccount] = useState<Account | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    call("GET /api/account").then(setAccount, () => undefined);
  }, []);
  if (account === null || account.keys.length > 0 || account.codes > 0) return null;
  const close = (kept: boolean): void => {
    setOpen(false);
    if (kept) setAccount(null);
  };
  return (
    <>
      <p className="sheet-of-paper wraps account-offer">
        {t("account.keep.why")}
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Sign name="key" size={18} /> {t("account.keep.button")}
        </button>
      </p>
      {open && <Claim site={account.key_site} others={account.sessions.length > 1} onClose={close} />}
    </>
  );
}
