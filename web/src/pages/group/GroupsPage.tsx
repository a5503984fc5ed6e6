/** The groups that somebody is in, and a new one. */
import { type ReactNode, type SyntheticEvent, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { TextedWith } from "../../i18n/text";
import { call, Refusal } from "../../net/http";
import { useMe } from "../../net/useFetched";
import type { OwnGroup } from "../../protocol/types";
import { spoken } from "../../model/table/names";
import { Page } from "../../ui/page/Page";
import { useAsyncAction } from "../../ui/useAsyncAction";
import { noteMade } from "./made";
import { FILES, useProblem, useTexts } from "./texts";
import "../../widgets/Poster.css";
import "./GroupPage.css";

export default function GroupsPage(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Groups />
    </TextedWith>
  );
}

function Groups(): ReactNode {
  const { t } = useTexts();
  const me = useMe();
  const known = me != null && me.name !== "";
  const [groups, setGroups] = useState<readonly OwnGroup[]>([]);
  useEffect(() => {
    if (known) call("GET /api/groups").then(setGroups, () => undefined);
  }, [known]);
  return (
    <Page title={t("group.title")} back>
      <main className="middle group-narrow">
        <h1 className="visually-hidden">{t("group.title")}</h1>
        {groups.length > 0 && (
          <section className="sheet-of-paper posters" aria-labelledby="own-groups">
            <h2 id="own-groups">{t("group.own")}</h2>
            <ul>
              {groups.map(({ code, name, size }) => (
                <li key={code} className="poster">
                  <Link href={`/g/${code}`}>
                    <span className="poster-what">
                      <b dir="auto">{name}</b>
                    </span>
                    <span className="pill">{t("group.size", { count: size })}</span>
                    <span className="poster-go">{t("group.go")}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Create me={me} />
      </main>
    </Page>
  );
}

function Create({ me }: { readonly me: ReturnType<typeof useMe> }): ReactNode {
  const { t, find } = useTexts();
  const worded = useProblem();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, problem, run } = useAsyncAction();
  const proposed = t("group.proposed", { name: spoken(me?.name || t("home.name.guest", { number: 1 }), find) });
  const name = typed ?? proposed;
  const create = (event: SyntheticEvent): void => {
    event.preventDefault();
    run(async () => {
      // Over plain http a guest can have a group, who may not have played here yet.
      if (me?.name === "") await call("POST /api/guests", {});
      const group = await call("POST /api/groups", { name });
      noteMade(group.code);
      navigate(`/g/${group.code}`);
    });
  };
  const stranger = problem instanceof Refusal && problem.code === "no_account";
  return (
    <form className="sheet-of-paper group-part group-form" aria-labelledby="group-new" onSubmit={create}>
      <h2 id="group-new">{t("group.new")}</h2>
      <p>{t("group.lead")}</p>
      <label>
        {t("group.name")}
        <input value={name} maxLength={40} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </label>
      <button type="submit" className="btn btn--go mid-btn" aria-busy={busy} disabled={me === null || name.trim() === ""}>
        {t("group.create")}
      </button>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      {stranger && (
        <Link className="btn" href="/in">
          {t("group.account")}
        </Link>
      )}
      <small>{t("group.later")}</small>
    </form>
  );
}
