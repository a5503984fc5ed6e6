/** What lets somebody in: keys, which have names, and recovery codes. */
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { call } from "../net/http";
import type { Account, AccountKey } from "../protocol/types";
import { Icon } from "../ui/Icon";
import { Claim } from "./Claim";
import { Codes } from "./Codes";
import { canMakeKeys, makeKey, proven } from "./keys";
import { Sign } from "./Sign";
import { useDate, useProblem, useTexts } from "./texts";
import { useDeed } from "./useDeed";

interface Props {
  readonly account: Account;
  readonly onChange: (account: Account) => void;
}

export function Keys({ account, onChange }: Props): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useDeed();
  const [claiming, setClaiming] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { keys, codes: left, codes_made: all } = account;
  const guest = keys.length === 0 && left === 0;
  const again = async (): Promise<void> => onChange(await call("GET /api/account"));
  const draw = async (): Promise<void> => setCodes((await proven(() => call("POST /api/account/codes"))).codes);
  const add = async (): Promise<void> => {
    onChange(await makeKey());
    // The first key ends the codes from before, so nobody is left with a paper that opens nothing.
    if (keys.length === 0) await draw();
  };
  return (
    <section className="sheet-of-paper you-part" aria-labelledby="you-keys">
      <h2 id="you-keys">{t("you.keys.title")}</h2>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      {keys.length === 0 && <p>{t("you.keys.none")}</p>}
      <ul className="you-list">
        {keys.map((key) => (
          <Key key={key.id} of={key} onChange={onChange} run={run} />
        ))}
        {!guest && (
          <li>
            <Sign name="seal" />
            <span>
              <b>{all === 0 ? t("you.codes.none") : t("you.codes.left", { left, all })}</b>
              <small>{t("you.codes.what")}</small>
            </span>
            <button type="button" className="btn" aria-busy={busy} onClick={() => run(draw)}>
              {t("you.codes.new")}
            </button>
          </li>
        )}
      </ul>
      {guest ? (
        <button type="button" className="btn btn--go" aria-haspopup="dialog" onClick={() => setClaiming(true)}>
          <Sign name="key" size={18} /> {t("you.keep.button")}
        </button>
      ) : (
        account.key_site &&
        canMakeKeys() && (
          <button type="button" className="btn" aria-busy={busy} onClick={() => run(add)}>
            <Icon name="plus" size={18} /> {t("you.keys.add")}
          </button>
        )
      )}
      {claiming && (
        <Claim
          site={account.key_site}
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
  readonly run: (deed: () => Promise<void>) => void;
}

function Key({ of: { id, name, added, used }, onChange, run }: KeyProps): ReactNode {
  const { t } = useTexts();
  const date = useDate();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = name || t("you.keys.unnamed");
  const remove = async (): Promise<void> => onChange(await proven(() => call("POST /api/account/keys/end", { id })));
  const rename = async (): Promise<void> => {
    if (typed !== null && typed.trim() !== "") onChange(await call("POST /api/account/keys/name", { id, name: typed }));
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
          <small>{used == null ? t("you.keys.made", { date: date(added) }) : t("you.keys.used", { date: date(used) })}</small>
        </span>
      ) : (
        <form className="line" onSubmit={submit}>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the button that was pressed
            autoFocus
            value={typed}
            maxLength={24}
            aria-label={t("you.keys.label")}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === "Escape" && setTyped(null)}
          />
          <button type="submit" className="btn" aria-label={t("you.keys.save")}>
            <Icon name="check" size={18} />
          </button>
        </form>
      )}
      {typed === null && (
        <button type="button" className="icon-btn" aria-label={t("you.keys.rename", { name: shown })} onClick={() => setTyped(name)}>
          <Sign name="pencil" size={18} />
        </button>
      )}
      <button type="button" className="icon-btn" aria-label={t("you.keys.remove", { name: shown })} onClick={() => run(remove)}>
        <Sign name="trash" size={20} />
      </button>
    </li>
  );
}
