/** To a table by its code. */
import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useTexts } from "../../i18n/text";
import { call } from "../../net/http";
import { useProblem } from "../../net/problem";
import { readCode } from "../../model/opening/inviteCode";
import "./JoinByCode.css";

export function JoinByCode(): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const id = useId();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const refuse = (why: string): void => {
    setProblem(why);
    field.current?.focus();
    field.current?.select();
  };
  const join = async (): Promise<void> => {
    const read = readCode(typed);
    if (read === null) return refuse(t("home.landing.code_form"));
    try {
      const table = "table" in read ? read.table : (await call("GET /api/codes/{code}", null, read)).table;
      navigate(`/t/${table}`);
    } catch (error) {
      refuse(worded(error));
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void join();
  };
  return (
    <form className="sheet-of-paper line join" onSubmit={submit} noValidate>
      <label htmlFor={id}>{t("home.landing.code")}</label>
      <input
        ref={field}
        id={id}
        value={typed}
        placeholder="K7MW-Q3N"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        aria-invalid={problem !== null}
        aria-describedby={`${id}-why`}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
      />
      <button type="submit" className="btn">
        {t("home.landing.join")}
      </button>
      <p id={`${id}-why`} className="join-why" role="alert">
        {problem}
      </p>
    </form>
  );
}
