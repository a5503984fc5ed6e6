/** Before joining: the name of the group, its size, and one button. */
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { call } from "../../net/http";
import { useMe } from "../../net/useFetched";
import type { Group } from "../../protocol/types";
import { useAsyncAction } from "../../ui/useAsyncAction";
import { useProblem, useTexts } from "./texts";

interface Props {
  readonly group: Group;
  readonly onChange: (group: Group) => void;
}

export function Join({ group, onChange }: Props): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const me = useMe();
  const [proposed] = useState(() => t("home.name.guest", { number: 10 + Math.floor(Math.random() * 90) }));
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, problem, run } = useAsyncAction();
  const guest = me?.name === "";
  const join = (event: SyntheticEvent): void => {
    event.preventDefault();
    const name = (typed ?? "").trim() || proposed;
    run(async () => onChange(await call("POST /api/groups/{code}/members", { name }, { code: group.code })));
  };
  return (
    <main className="middle group-narrow">
      <form className="sheet-of-paper centred group-part group-form" onSubmit={join}>
        <img className="group-cow" src="/art/cow.svg" alt="" width="120" height="100" />
        <p>{t("group.invited")}</p>
        <h1 dir="auto">{group.name}</h1>
        <p>{t("group.size", { count: group.size })}</p>
        {guest && (
          <label>
            {t("group.your_name")}
            <input value={typed ?? proposed} maxLength={24} autoComplete="nickname" onChange={(event) => setTyped(event.target.value)} />
          </label>
        )}
        <button type="submit" className="btn btn--go big-btn" aria-busy={busy}>
          {t("group.join")}
        </button>
        <p className="notice" role="alert">
          {problem !== null && worded(problem)}
        </p>
        {guest && <small>{t("group.join_why")}</small>}
      </form>
    </main>
  );
}
