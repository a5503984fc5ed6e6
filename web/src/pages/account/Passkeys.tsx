/** What lets somebody in: keys, which have names, and recovery codes. */
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { call } from "../../net/http";
import type { Account, AccountKey } from "../../protocol/types";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { Claim } from "./Claim";
import { Codes } from "./Codes";
import { canMakeKeys, makeKey, proven } from "./webauthn";
import { Sign } from "./Sign";
import { useDate, useProblem, useTexts } from "./texts";
import { useAsyncAction } from "../../ui/useAsyncAction";

interface Props {
  readonly account: Account;
  readonly onChange: (account: Account) => void;
}

export function Passkeys({ account, onChange }: Props): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  const [claiming, setClaiming] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { keys, codes: left, codes_made: all } = account;
  const guest = keys.length === 0 && left === 0;
  const again = async (): Promise<void> => onChange(await call("GET /api/account"));
  const draw = async (): Promise<void> => setCodes((await proven(() => call("POST /api/account/codes"))).codes);
  const add = async (): Promise<void> => onChange(await makeKey());
  return (
    <section className="sheet-of-paper account-part" aria-labelledby="account-keys">
      <h2 id="account-keys">{t("account.keys.title")}</h2>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      {keys.length === 0 && <p>{t("account.keys.none")}</p>}
      <ul className="account-list">
        {keys.map((key) => (
          <Key key={key.id} of={key} onChange={onChange} run={run} />
        ))}
        {!guest && (
          <li>
            <Sign name="seal" />
            <span>
              <b>{all === 0 ? t("account.codes.none") : t("account.codes.left", { left, all })}</b>
              <small>{t("account.codes.what")}</small>
            </span>
            <button type="button" className="btn" aria-busy={busy} onClick={() => run(draw)}>
              {t("account.codes.new")}
            </button>
          </li>
        )}
      </ul>
      {guest ? (
        <button type="button" className="btn btn--go" aria-haspopup="dialog" onClick={() => setClaiming(true)}>
          <Sign name="key" size={18} /> {t("account.keep.button")}
        </button>
      ) : (
        account.key_site &&
        canMakeKeys() && (
          <button
            type="button"
            className="btn"
            aria-busy={busy}
            // The first one ends a lot, codes too, which is said before.
            onClick={() => (keys.length === 0 ? setClaiming(true) : run(add))}
          >
            <Icon name="plus" size={18} /> {t("account.keys.add")}
          </button>
        )
      )}
      {claiming && (
        <Claim
          site={account.key_site}
          others={account.sessions.length > 1}
          onClose={() => {
            setClaiming(false);
            run(again);
          }}
        />
      )}
      {codes !== null && (
        <Codes
          codes={codes}
          onClose={() => {
            setCodes(null);
            run(again);
          }}
        />
      )}
    </section>
  );
}

interface KeyProps {
  readonly of: AccountKey;
  readonly onChange: (account: Account) => void;
  readonly run: (action: () => Promise<void>) => void;
}

function Key({ of: { id, name, added, used }, onChange, run }: KeyProps): ReactNode {
  const { t } = useTexts();
  const date = useDate();
  const [typed, setTyped] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const shown = name || t("account.keys.unnamed");
  const remove = async (): Promise<void> => onChange(await proven(() => call("POST /api/account/passkeys/remove", { id })));
  const rename = async (): Promise<void> => {
    if (typed !== null && typed.trim() !== "") onChange(await call("POST /api/account/passkeys/rename", { id, name: typed }));
    setTyped(null);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    run(rename);
  };
  return (
    <li>
      <Sign name="key" />
      {typed === null ? (
        <span>
          <b>{shown}</b>
          <small>{used == null ? t("account.keys.made", { date: date(added) }) : t("account.keys.used", { date: date(used) })}</small>
        </span>
      ) : (
        <form className="line" onSubmit={submit}>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the button that was pressed
            autoFocus
            value={typed}
            maxLength={24}
            aria-label={t("account.keys.label")}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === "Escape" && setTyped(null)}
          />
          <button type="submit" className="btn" aria-label={t("account.keys.save")}>
            <Icon name="check" size={18} />
          </button>
        </form>
      )}
      {typed === null && (
        <button type="button" className="icon-btn" aria-label={t("account.keys.rename", { name: shown })} onClick={() => setTyped(name)}>
          <Sign name="pencil" size={18} />
        </button>
      )}
      <button type="button" className="icon-btn" aria-haspopup="dialog" aria-label={t("account.keys.remove", { name: shown })} onClick={() => setAsking(true)}>
        <Sign name="trash" size={20} />
      </button>
      {asking && (
        <Dialog title={t("account.keys.remove_title", { name: shown })} onClose={() => setAsking(false)}>
          <p>{t("account.keys.remove_why")}</p>
          <footer className="line dialog-row">
            <button
              type="button"
              className="btn btn--away"
              onClick={() => {
                setAsking(false);
                run(remove);
              }}
            >
              {t("account.keys.remove_yes")}
            </button>
            <button type="button" className="btn btn--go" onClick={() => setAsking(false)}>
              {t("account.keys.remove_no")}
            </button>
          </footer>
        </Dialog>
      )}
    </li>
  );
}
