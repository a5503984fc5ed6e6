/** One's own name, changed where it stands. Nobody has to. */
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../ui/Icon";
import { useTexts } from "../i18n/text";
import { call } from "../net/http";
import { isGiven } from "../model/table/names";
import { useProblem } from "../net/problem";
import "./NameField.css";

const LONGEST = 24;

export function NameField({ name }: { readonly name: string }): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const id = useId();
  const [shown, setShown] = useState(name);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const field = useRef<HTMLInputElement>(null);
  const editing = typed !== null;
  useEffect(() => setShown(name), [name]);
  useEffect(() => {
    if (editing) field.current?.select();
  }, [editing]);

  const keep = async (): Promise<void> => {
    const wanted = (typed ?? "").trim();
    if (wanted === "" || wanted === shown) return setTyped(null);
    try {
      const me = await call("POST /api/me", { name: wanted });
      setShown(me.name);
      setTyped(null);
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void keep();
  };
  if (!editing) {
    return (
      <button type="button" className="name-shown" onClick={() => setTyped(shown)}>
        <b>{shown}</b>
        {isGiven(shown) ? (
          <span className="name-ask">{t("home.name.ask")}</span>
        ) : (
          <>
            <Pencil /> <span className="visually-hidden">{t("home.name.change")}</span>
          </>
        )}
      </button>
    );
  }
  return (
    <form className="line name-form" onSubmit={submit}>
      <input
        ref={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the button that was pressed
        autoFocus
        value={typed}
        maxLength={LONGEST}
        autoComplete="nickname"
        enterKeyHint="done"
        aria-label={t("home.name.label")}
        aria-describedby={`${id}-why`}
        aria-invalid={problem !== null}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setTyped(null)}
        onBlur={() => void keep()}
      />
      <button type="submit" className="btn" aria-label={t("home.name.keep")}>
        <Icon name="check" size={18} />
      </button>
      <small id={`${id}-why`} role="alert">
        {problem !== null && worded(problem)}
      </small>
    </form>
  );
}

function Pencil(): ReactNode {
  return (
    <svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinejoin="round" aria-hidden="true">
      <path d="M4 20l1-5L16.5 3.5l4 4L9 19zM14 6l4 4" />
    </svg>
  );
}
