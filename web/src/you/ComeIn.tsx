/** The ways back in: a key, a recovery code, a link. */
import { type ReactNode, type SyntheticEvent, useEffect, useId, useState } from "react";
import { call, Refusal } from "../net/http";
import { spoken } from "../table/names";
import { Icon } from "../ui/Icon";
import { canMakeKeys, shownKey } from "./keys";
import { Sign } from "./Sign";
import { useProblem, useTexts } from "./texts";
import { useDeed } from "./useDeed";

/** Everything on the page was another's: begin anew. */
const arrive = (): void => location.replace("/");

export async function enterByKey(): Promise<void> {
  await call("POST /api/keys", await shownKey());
  arrive();
}

interface Props {
  /** Whether a key is asked for at once: who came here has pressed for it. */
  readonly soon?: boolean;
}

export function ComeIn({ soon = false }: Props): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const id = useId();
  const { busy, problem, run } = useDeed();
  const [code, setCode] = useState("");
  // Once, when the page is opened.
  useEffect(() => {
    if (soon && canMakeKeys()) run(enterByKey);
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps
  const enter = async (): Promise<void> => {
    // A link's code is shorter than one for a bad day.
    const short = code.replaceAll(/[^A-Za-z0-9]/g, "").length <= 10;
    await call(short ? "POST /api/links" : "POST /api/recovery", { code });
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
      {canMakeKeys() && (
        <p>
          <button type="button" className={`btn ${soon ? "btn--go" : ""}`} aria-busy={busy} onClick={() => run(enterByKey)}>
            <Sign name="key" size={18} /> {t("you.in.key")}
          </button>
        </p>
      )}
      <form className="you-form" onSubmit={submit}>
        <label htmlFor={id}>{t("you.in.label")}</label>
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
          {t("you.in.code")}
        </button>
      </form>
    </>
  );
}

/** A link was opened: as whom it lets in, and a tap before it does. */
export function ByLink({ code, now }: { readonly code: string; readonly now: string }): ReactNode {
  const { t, find } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useDeed();
  const [known, setKnown] = useState<string | null>(null);
  const name = known === null ? null : spoken(known, find);
  useEffect(() => {
    run(async () => setKnown((await call("POST /api/links/look", { code })).name));
  }, [code]); // oxlint-disable-line react-hooks/exhaustive-deps
  const enter = async (): Promise<void> => {
    await call("POST /api/links", { code });
    arrive();
  };
  const wrong = problem instanceof Refusal && problem.code === "bad_code";
  return (
    <section className="sheet-of-paper you-part">
      <h1>{name === null ? t("you.in.title") : t("you.in.as", { name })}</h1>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      {name !== null && !wrong && (
        <>
          <p>{t("you.in.as_why", { name })}</p>
          {now !== "" && now !== known && <p>{t("you.in.leaves", { name: spoken(now, find) })}</p>}
          <p className="wraps you-row">
            <a className="btn" href="/">
              {t("you.in.no")}
            </a>
            <button type="button" className="btn btn--go" aria-busy={busy} onClick={() => run(enter)}>
              <Icon name="door" size={18} /> {t("you.in.yes", { name })}
            </button>
          </p>
        </>
      )}
    </section>
  );
}
