/** The members of a group: who is here now, and what hosts and helpers can do. */
import { type CSSProperties, type ReactNode, useState } from "react";
import { call } from "../../net/http";
import type { GroupMember } from "../../protocol/types";
import { spoken } from "../../model/table/names";
import { portrait } from "../../model/table/portrait";
import { seatColour } from "../../ui/Shape";
import { Dialog } from "../../ui/Dialog";
import { useAsyncAction } from "../../ui/useAsyncAction";
import type { MemberProps } from "./GroupPage";
import { useProblem, useTexts } from "./texts";
import "../../ui/Portrait.css";

type Role = GroupMember["role"];

/** The roles that one member can give another; none if they can do nothing. */
function rolesFor(own: Role, other: Role): readonly Role[] {
  if (own === "host") return (["host", "helper", "member", "removed"] as const).filter((role) => role !== other);
  return own === "helper" && other === "member" ? ["removed"] : [];
}

const LABELS = { host: "group.make_host", helper: "group.make_helper", member: "group.make_member", removed: "group.remove" } as const;

export function Members({ group, page, onChange }: MemberProps): ReactNode {
  const { t, find } = useTexts();
  const [chosen, setChosen] = useState<number | null>(null);
  const members = page.members.toSorted((one, other) => Number(other.here) - Number(one.here));
  const managed = page.members.find(({ number }) => number === chosen);
  const here = page.members.filter((one) => one.here).length;
  return (
    <section className="sheet-of-paper group-part" aria-labelledby="group-members">
      <div className="line group-top">
        <h2 id="group-members">{t("group.members")}</h2>
        <span className="pill">{t("group.online", { count: here })}</span>
      </div>
      <ul className="group-members">
        {members.map((one) => (
          <Member key={one.number} member={one} you={one.number === page.you} onChoose={rolesFor(page.role, one.role).length > 0 && one.number !== page.you ? setChosen : null} />
        ))}
      </ul>
      {page.removed.length > 0 && (
        <>
          <h3>{t("group.removed")}</h3>
          <ul className="group-removed">
            {page.removed.map(({ number, name }) => (
              <li key={number} className="line">
                <span dir="auto">{spoken(name, find)}</span>
                <Give {...{ group, page, onChange }} member={number} role="member" label={t("group.let_in")} onDone={() => undefined} />
              </li>
            ))}
          </ul>
        </>
      )}
      {managed !== undefined && (
        <Dialog title={spoken(managed.name, find)} onClose={() => setChosen(null)}>
          <p>{t("group.remove_why")}</p>
          <div className="wraps">
            {rolesFor(page.role, managed.role).map((role) => (
              <Give key={role} {...{ group, page, onChange }} member={managed.number} role={role} label={t(LABELS[role])} onDone={() => setChosen(null)} />
            ))}
          </div>
        </Dialog>
      )}
    </section>
  );
}

interface Props {
  readonly member: GroupMember;
  readonly you: boolean;
  readonly onChoose: ((number: number) => void) | null;
}

function Member({ member, you, onChoose }: Props): ReactNode {
  const { t, find } = useTexts();
  const name = spoken(member.name, find);
  const said = [you && t("group.you"), member.role !== "member" && t(`group.role.${member.role}`)].filter((one) => one !== false);
  const shown = (
    <>
      <span className="portrait" data-here={member.here} style={{ "--pc": seatColour(member.number) } as CSSProperties}>
        <img src={portrait(undefined, member.number)} alt="" />
      </span>
      <b dir="auto">{name}</b>
      <small>{said.join(", ")}</small>
      {member.here && <span className="visually-hidden">{t("group.here")}</span>}
    </>
  );
  if (onChoose === null) return <li className="centred group-member">{shown}</li>;
  return (
    <li>
      <button type="button" className="centred group-member" aria-haspopup="dialog" onClick={() => onChoose(member.number)}>
        {shown}
        <span className="visually-hidden">{t("group.manage", { name })}</span>
      </button>
    </li>
  );
}

interface GiveProps extends MemberProps {
  readonly member: number;
  readonly role: Role;
  readonly label: string;
  readonly onDone: () => void;
}

function Give({ group, member, role, label, onChange, onDone }: GiveProps): ReactNode {
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  const give = (): void =>
    run(async () => {
      onChange(await call("POST /api/groups/{code}/roles", { member, role }, { code: group.code }));
      onDone();
    });
  return (
    <>
      <button type="button" className="btn" aria-busy={busy} onClick={give}>
        {label}
      </button>
      <span className="notice" role="alert">
        {problem !== null && worded(problem)}
      </span>
    </>
  );
}
