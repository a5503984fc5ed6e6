/** A guest becomes somebody who comes back: what is kept and what ends, two taps, the codes, and the other devices. */
import { type ReactNode, useState } from "react";
import { call } from "../../net/http";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { Codes } from "./Codes";
import { canMakeKeys, makeKey, proven } from "./webauthn";
import { SecondDevice } from "./SecondDevice";
import { Sign } from "./Sign";
import { useProblem, useTexts } from "./texts";
import { useAsyncAction } from "../../ui/useAsyncAction";
import "./Claim.css";

const KEPT = ["seats", "games", "name"] as const;

interface Props {
  /** Whether the site has keys; a browser may have none all the same. */
  readonly site: boolean;
  /** Whether other devices are signed in: a first key ends that. */
  readonly others: boolean;
  readonly onClose: (kept: boolean) => void;
}

/** Have messages sent to this browser on. Whatever was set up before a first key ends, and it may be somebody else's. */
async function toldAfter(action: () => Promise<unknown>): Promise<void> {
  const told = "Notification" in globalThis && Notification.permission === "granted";
  const again = told ? await import("../../notifications").then(({ toldAgain }) => toldAgain()).catch(() => undefined) : undefined;
  await action();
  await again?.().catch(() => undefined); // the key is made all the same
}

export function Claim({ site, others, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const keys = site && canMakeKeys();
  const [made, setMade] = useState(false);
  const [safe, setSafe] = useState(false);
  const claim = async (): Promise<void> => {
    // If only the codes fail, the next try is for them: a device makes no second key for the same person.
    if (keys && !made) {
      await toldAfter(makeKey);
      setMade(true);
    }
    setCodes((await proven(() => call("POST /api/account/codes"))).codes);
  };
  if (safe) return <SecondDevice back onClose={() => onClose(true)} />;
  if (codes !== null) return <Codes codes={codes} onClose={() => (made && others ? setSafe(true) : onClose(true))} />;
  return (
    <Dialog
      title={
        <>
          <Sign name="key" size={24} /> {t("account.keep.title")}
        </>
      }
      onClose={() => onClose(false)}
    >
      <ul className="account-kept">
        {KEPT.map((what) => (
          <li key={what}>
            <Icon name="check" size={18} /> {t(`account.keep.list.${what}`)}
          </li>
        ))}
      </ul>
      <p>{t(keys ? "account.keep.how" : "account.keep.plain")}</p>
      {keys && (
        <ol className="account-steps">
          <li>{t("account.keep.make")}</li>
          <li>{t("account.keep.confirm")}</li>
        </ol>
      )}
      {keys && (
        <p>
          {t("account.keep.ends")} {others && t("account.keep.back")}
        </p>
      )}
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      <footer className="line dialog-row">
        <button type="button" className="btn" onClick={() => onClose(false)}>
          {t("account.keep.later")}
        </button>
        <button type="button" className="btn btn--go" aria-busy={busy} onClick={() => run(claim)}>
          <Sign name={keys ? "key" : "seal"} size={18} /> {t(keys ? "account.keep.make" : "account.keep.codes")}
        </button>
      </footer>
    </Dialog>
  );
}
