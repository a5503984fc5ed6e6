/** A group: for its members the whole page, for others who have its link the way in. */
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { TextedWith } from "../../i18n/text";
import type { Group, GroupPage as Inside } from "../../protocol/types";
import { Page } from "../../ui/page/Page";
import { Join } from "./Join";
import { isJustMade, noteMade } from "./made";
import { GroupLink, Made } from "./GroupLink";
import { NextNight } from "../night/NextNight";
import { Members } from "./Members";
import { HouseRules } from "./HouseRules";
import { LastGames } from "./results/LastGames";
import { Season } from "./results/Season";
import { useResults } from "./results/useResults";
import { Tables } from "./Tables";
import { FILES, useTexts } from "./texts";
import { type Found, useGroup } from "./useGroup";
import "./GroupPage.css";

export interface MemberProps {
  readonly group: Group;
  readonly page: Inside;
  readonly onChange: (group: Group) => void;
}

export default function GroupPage({ code }: { readonly code: string }): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Shown code={code.toLowerCase()} />
    </TextedWith>
  );
}

function Shown({ code }: { readonly code: string }): ReactNode {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  const [found, change] = useGroup(code);
  const onChange = (group: Group): void => {
    change(group);
    // The link was replaced: this page is at the new one.
    if (group.code !== code) navigate(`/g/${group.code}`, { replace: true });
  };
  const name = typeof found === "object" && found !== null ? found.name : undefined;
  return (
    <Page title={name ?? t("group.title")} back>
      <Content found={found} onChange={onChange} />
    </Page>
  );
}

function Content({ found, onChange }: { readonly found: Found; readonly onChange: (group: Group) => void }): ReactNode {
  if (found === null) return <main className="middle" />;
  if (typeof found === "string") return <Unknown reason={found} />;
  if (found.page === undefined) return <Join group={found} onChange={onChange} />;
  return <Known group={found} page={found.page} onChange={onChange} />;
}

function Unknown({ reason }: { readonly reason: string }): ReactNode {
  const { t } = useTexts();
  const gone = reason === "no_such_group" || reason === "no_such_path";
  return (
    <main className="middle lost">
      <div className="sheet-of-paper centred">
        <h1>{t(gone ? "group.unknown" : "group.failed")}</h1>
        {gone && <p>{t("group.unknown_why")}</p>}
        <Link className="btn" href="/">
          {t("group.start")}
        </Link>
      </div>
    </main>
  );
}

function Known(props: MemberProps): ReactNode {
  const { t } = useTexts();
  const { group, page } = props;
  const results = useResults(group.code, page.tables.map(({ table }) => table).join(" "));
  const [made, setMade] = useState(isJustMade(group.code));
  return (
    <main className="group">
      <header className="sheet-of-paper line group-head">
        <img src="/art/cow.svg" alt="" width="72" height="60" />
        <div>
          <h1 dir="auto">{group.name}</h1>
          <p>{t("group.size", { count: group.size })}</p>
        </div>
      </header>
      <div className="group-columns">
        <div>
          {made && (
            <Made
              group={group}
              onClose={() => {
                noteMade("");
                setMade(false);
              }}
            />
          )}
          <Tables {...props} calm={made} />
          <NextNight code={group.code} hosts={props.page.role !== "member"} />
          <LastGames code={group.code} members={page.members} results={results} />
        </div>
        <div>
          {results.results !== null && <Season code={group.code} you={page.you} host={page.role === "host"} results={results.results} onChange={results.change} />}
          <Members {...props} />
          <GroupLink {...props} />
          <HouseRules {...props} />
        </div>
      </div>
    </main>
  );
}
