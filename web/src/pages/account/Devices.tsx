/** Where somebody is signed in, and the way to end it there, or to begin it on a second device. */
import { type ReactNode, useRef, useState } from "react";
import { call } from "../../net/http";
import type { Account, AccountSession } from "../../protocol/types";
import { Icon } from "../../ui/Icon";
import { proven, unlocked } from "./webauthn";
import { SecondDevice } from "./SecondDevice";
import { Sign } from "./Sign";
import { useDate, useProblem, useTexts } from "./texts";
import { useAsyncAction } from "../../ui/useAsyncAction";

async function leave(): Promise<void> {
  await call("DELETE /api/session");
  location.replace("/");
}

const PHONES = /Android|iPhone/;

interface Props {
  readonly account: Account;
  readonly onChange: (account: Account) => void;
}

export function Devices({ account, onChange }: Props): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  const [linking, setLinking] = useState(false);
  const [change, setChange] = useState<"ended" | "joined" | null>(null);
  const end = (ids: readonly string[]): void =>
    run(async () => {
      onChange(await proven(() => call("POST /api/account/sessions/revoke", { ids })));
      setChange("ended");
    });
  const linked = (): void => {
    setLinking(false);
    run(async () => onChange(await call("GET /api/account")));
  };
  const title = useRef<HTMLHeadingElement>(null);
  const unlock = async (): Promise<void> => {
    onChange(await unlocked());
    title.current?.focus(); // the button that was pressed is gone
  };
  return (
    <section className="sheet-of-paper account-part" aria-labelledby="account-devices">
      <h2 id="account-devices" ref={title} tabIndex={-1}>
        {t("account.devices.title")}
      </h2>
      <p className="notice" role="status">
        {problem === null ? change !== null && t(`account.devices.${change}`) : worded(problem)}
      </p>
      <ul className="account-list">
        {account.sessions.map((one) => (
          <Device key={one.id} of={one} onEnd={() => end([one.id])} />
        ))}
      </ul>
      {account.locked && <p>{t("account.devices.locked")}</p>}
      <p className="wraps account-row">
        {account.locked && (
          <button type="button" className="btn" aria-busy={busy} onClick={() => run(unlock)}>
            <Sign name="key" size={18} /> {t("account.devices.unlock")}
          </button>
        )}
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setLinking(true)}>
          <Sign name="phone" size={18} /> {t("account.devices.second")}
        </button>
        {account.sessions.length > 1 && (
          <button type="button" className="btn" aria-busy={busy} onClick={() => end([])}>
            {t("account.devices.end_all")}
          </button>
        )}
        {/* A guest would not find back. */}
        {(account.keys.length > 0 || account.codes > 0) && (
          <button type="button" className="btn" aria-busy={busy} onClick={() => run(leave)}>
            <Icon name="door" size={18} /> {t("account.devices.leave")}
          </button>
        )}
      </p>
      {linking && (
        <SecondDevice
          onUsed={() => {
            setChange("joined");
            linked();
          }}
          onClose={linked}
        />
      )}
    </section>
  );
}

function Device({ of: { here, browser, way, seen }, onEnd }: { readonly of: AccountSession; readonly onEnd: () => void }): ReactNode {
  const { t } = useTexts();
  const date = useDate();
  const name = browser || t("account.devices.unknown");
  return (
    <li>
      <Sign name={PHONES.test(browser) ? "phone" : "desktop"} />
      <span>
        <b>
          {name} {here && <span className="pill">{t("account.devices.here")}</span>}
        </b>
        <small>{t("account.devices.seen", { way: t(`account.devices.${way}`), date: date(seen) })}</small>
      </span>
      {!here && (
        <button type="button" className="btn" aria-label={t("account.devices.end_of", { name })} onClick={onEnd}>
          {t("account.devices.end")}
        </button>
      )}
    </li>
  );
}
