/** Where somebody is signed in, and the way to end it there, or to begin it on a second device. */
import { type ReactNode, useState } from "react";
import { call } from "../net/http";
import type { Account, AccountSession } from "../protocol/types";
import { Icon } from "../ui/Icon";
import { SecondDevice } from "./SecondDevice";
import { Sign } from "./Sign";
import { useDate, useProblem, useTexts } from "./texts";
import { useDeed } from "./useDeed";

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
  const { busy, problem, run } = useDeed();
  const [linking, setLinking] = useState(false);
  const [ended, setEnded] = useState(false);
  const end = (ids: readonly string[]): void =>
    run(async () => {
      onChange(await call("POST /api/account/sessions/end", { ids }));
      setEnded(true);
    });
  return (
    <section className="sheet-of-paper you-part" aria-labelledby="you-devices">
      <h2 id="you-devices">{t("you.devices.title")}</h2>
      <p className="notice" role="status">
        {problem === null ? ended && t("you.devices.ended") : worded(problem)}
      </p>
      <ul className="you-list">
        {account.sessions.map((one) => (
          <Device key={one.id} of={one} onEnd={() => end([one.id])} />
        ))}
      </ul>
      <p className="wraps you-row">
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setLinking(true)}>
          <Sign name="phone" size={18} /> {t("you.devices.second")}
        </button>
        {account.sessions.length > 1 && (
          <button type="button" className="btn" aria-busy={busy} onClick={() => end([])}>
            {t("you.devices.end_all")}
          </button>
        )}
        {/* A guest would not find back. */}
        {(account.keys.length > 0 || account.codes > 0) && (
          <button type="button" className="btn" aria-busy={busy} onClick={() => run(leave)}>
            <Icon name="door" size={18} /> {t("you.devices.leave")}
          </button>
        )}
      </p>
      {linking && (
        <SecondDevice
          onClose={() => {
            setLinking(false);
            run(async () => onChange(await call("GET /api/account")));
          }}
        />
      )}
    </section>
  );
}

function Device({ of: { here, browser, way, seen }, onEnd }: { readonly of: AccountSession; readonly onEnd: () => void }): ReactNode {
  const { t } = useTexts();
  const date = useDate();
  const name = browser || t("you.devices.unknown");
  return (
    <li>
      <Sign name={PHONES.test(browser) ? "phone" : "desk"} />
      <span>
        <b>
          {name} {here && <span className="pill">{t("you.devices.here")}</span>}
        </b>
        <small>{t("you.devices.seen", { way: t(`you.devices.${way}`), date: date(seen) })}</small>
      </span>
      {!here && (
        <button type="button" className="btn" aria-label={t("you.devices.end_of", { name })} onClick={onEnd}>
          {t("you.devices.end")}
        </button>
      )}
    </li>
  );
}
