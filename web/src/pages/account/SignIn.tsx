/** The ways back in: a key, a recovery code, a link. */
import { type ReactNode, type SyntheticEvent, useEffect, useId, useState } from "react";
import { call, Refusal } from "../../net/http";
import { spoken } from "../../model/table/names";
import { Icon } from "../../ui/Icon";
import { canMakeKeys, shownKey } from "./webauthn";
import { Sign } from "./Sign";
import { useProblem, useTexts } from "./texts";
import { useAsyncAction } from "../../ui/useAsyncAction";

/** Everything on the page was another's: begin anew. */
const arrive = (): void => location.replace("/");

async function enterByKey(): Promise<void> {
  await call("POST /api/sign-in/passkey", await shownKey());
  arrive();
}

interface Props {
  /** Whether this site has passkeys. */
  readonly site: boolean;
  /** Whether the page has nothing more important. */
  readonly first?: boolean;
}

export function SignIn({ site, first = false }: Props): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const id = useId();
  const { busy, problem, run } = useAsyncAction();
  const [code, setCode] = useState("");
  const enter = async (): Promise<void> => {
    // A link's code is shorter than one for a bad day.
    const short = code.replaceAll(/[^A-Za-z0-9]/g, "").length <= 10;
    await call(short ? "POST /api/sign-in/link" : "POST /api/sign-in/recovery-code", { code });
    arrive();
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (code.trim() !== "") run(enter);
  };
  return (
    <>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      {site && canMakeKeys() && (
        <p>
          <button type="button" className={`btn ${first ? "btn--go" : ""}`} aria-busy={busy} onClick={() => run(enterByKey)}>
            <Sign name="key" size={18} /> {t("account.in.key")}
          </button>
        </p>
      )}
      <form className="account-form" onSubmit={submit}>
        <label htmlFor={id}>{t("account.in.label")}</label>
        <input
          id={id}
          value={code}
          maxLength={40}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
        />
        <button type="submit" className="btn" aria-busy={busy} disabled={code.trim() === ""}>
          {t("account.in.code")}
        </button>
      </form>
    </>
  );
}

/** A link was opened: as whom it lets in, and a tap before it does. */
export function ByLink({ code, now }: { readonly code: string; readonly now: string }): ReactNode {
  const { t, find } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  const [known, setKnown] = useState<string | null>(null);
  const name = known === null ? null : spoken(known, find);
  useEffect(() => {
    run(async () => setKnown((await call("POST /api/sign-in/link/check", { code })).name));
  }, [code]); // oxlint-disable-line react-hooks/exhaustive-deps
  const enter = async (): Promise<void> => {
    await call("POST /api/sign-in/link", { code });
    arrive();
  };
  const wrong = problem instanceof Refusal && problem.code === "bad_code";
  return (
    <section className="sheet-of-paper account-part">
      <h1>{name === null ? t("account.in.title") : t("account.in.as", { name })}</h1>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      {name !== null && !wrong && (
        <>
          <p>{t("account.in.as_why", { name })}</p>
          {now !== "" && now !== known && <p>{t("account.in.leaves", { name: spoken(now, find) })}</p>}
          <p className="wraps account-row">
            <a className="btn" href="/">
              {t("account.in.no")}
            </a>
            <button type="button" className="btn btn--go" aria-busy={busy} onClick={() => run(enter)}>
              <Icon name="door" size={18} /> {t("account.in.yes", { name })}
            </button>
          </p>
        </>
      )}
    </section>
  );
}
