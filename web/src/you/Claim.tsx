/** A guest becomes somebody who comes back: what is kept, then two taps, then the codes. */
import { type ReactNode, useState } from "react";
import { call } from "../net/http";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/Icon";
import { Codes } from "./Codes";
import { canMakeKeys, makeKey, proven } from "./keys";
import { Sign } from "./Sign";
import { useProblem, useTexts } from "./texts";
import { useDeed } from "./useDeed";
import "./Claim.css";

const KEPT = ["seats", "games", "name"] as const;

interface Props {
  /** Whether the site has keys; a browser may have none all the same. */
  readonly site: boolean;
  readonly onClose: (kept: boolean) => void;
}

export function Claim({ site, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useDeed();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const keys = site && canMakeKeys();
  const [made, setMade] = useState(false);
  const claim = async (): Promise<void> => {
    // If only the codes fail, the next try is for them: a device makes no second key for the same person.
    if (keys && !made) {
      await makeKey();
      setMade(true);
    }
    setCodes((await proven(() => call("POST /api/account/codes"))).codes);
  };
  if (codes !== null) return <Codes codes={codes} onClose={() => onClose(true)} />;
  return (
    <Dialog
      title={
        <>
          <Sign name="key" size={24} /> {t("you.keep.title")}
        </>
      }
      onClose={() => onClose(false)}
    >
      <ul className="you-kept">
        {KEPT.map((what) => (
          <li key={what}>
            <Icon name="check" size={18} /> {t(`you.keep.list.${what}`)}
          </li>
        ))}
      </ul>
      <p>{t(keys ? "you.keep.how" : "you.keep.plain")}</p>
      {keys && (
        <ol className="you-taps">
          <li>{t("you.keep.make")}</li>
          <li>{t("you.keep.confirm")}</li>
        </ol>
      )}
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      <footer className="line dialog-row">
        <button type="button" className="btn" onClick={() => onClose(false)}>
          {t("you.keep.later")}
        </button>
        <button type="button" className="btn btn--go" aria-busy={busy} onClick={() => run(claim)}>
          <Sign name={keys ? "key" : "seal"} size={18} /> {t(keys ? "you.keep.make" : "you.keep.codes")}
        </button>
      </footer>
    </Dialog>
  );
}
