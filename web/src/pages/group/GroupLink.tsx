/** The link of a group: to show, to share, and to replace. */
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../net/http";
import type { Group } from "../../protocol/types";
import { useOwnAddress } from "../../model/opening/useOwnAddress";
import { Dialog } from "../../ui/Dialog";
import { Share } from "../../ui/Share";
import { useAsyncAction } from "../../ui/useAsyncAction";
import { QrCode } from "../../widgets/QrCode";
import type { MemberProps } from "./GroupPage";
import { useProblem, useTexts } from "./texts";

function useLink({ code }: Group): string {
  return `${useOwnAddress()}/g/${code}`;
}

/** What somebody sees who has just made the group. */
export function Made({ group, onClose }: { readonly group: Group; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const link = useLink(group);
  return (
    <section className="sheet-of-paper centred group-part" aria-labelledby="group-made">
      <h2 id="group-made">{t("group.made")}</h2>
      <QrCode text={link} name={t("group.qr")} />
      <p>{t("group.made_why")}</p>
      <div className="wraps">
        <Share className="btn btn--go mid-btn" label={t("group.share")} text={t("group.share_text", { name: group.name })} link={() => link} />
        <button type="button" className="btn" onClick={onClose}>
          {t("home.close")}
        </button>
      </div>
    </section>
  );
}

export function GroupLink({ group, page, onChange }: MemberProps): ReactNode {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  const link = useLink(group);
  const [asked, setAsked] = useState<"renew" | "leave" | "delete" | null>(null);
  const code = { code: group.code };
  const close = (): void => setAsked(null);
  const renew = async (): Promise<void> => onChange(await call("POST /api/groups/{code}/link", null, code));
  const gone = (): void => navigate("/g");
  const leave = async (): Promise<void> => call("POST /api/groups/{code}/leave", null, code).then(gone);
  const end = async (): Promise<void> => call("DELETE /api/groups/{code}", null, code).then(gone);
  const acts = { renew, leave, delete: end };
  const host = page.role === "host";
  return (
    <section className="sheet-of-paper group-part" aria-labelledby="group-link">
      <div className="line wraps group-top">
        <h2 id="group-link">{t("group.link")}</h2>
        <Share label={t("group.share")} text={t("group.share_text", { name: group.name })} link={() => link} />
      </div>
      <input className="group-link" readOnly value={link} aria-label={t("group.link")} onFocus={(event) => event.target.select()} />
      <p>{t("group.link_why")}</p>
      <div className="wraps">
        {host && (
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setAsked("renew")}>
            {t("group.renew")}
          </button>
        )}
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setAsked("leave")}>
          {t("group.leave")}
        </button>
        {host && (
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setAsked("delete")}>
            {t("group.delete")}
          </button>
        )}
      </div>
      {asked !== null && <Sure what={asked} act={acts[asked]} onClose={close} />}
    </section>
  );
}

interface SureProps {
  readonly what: "renew" | "leave" | "delete";
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
}

function Sure({ what, act, onClose }: SureProps): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  return (
    <Dialog title={t(`group.${what}`)} onClose={onClose}>
      <p>{t(`group.${what}_why`)}</p>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      <div className="wraps">
        <button type="button" className="btn" onClick={onClose}>
          {t("group.keep")}
        </button>
        <button type="button" className="btn btn--go" aria-busy={busy} onClick={() => run(async () => act().then(onClose))}>
          {t(`group.${what}_yes`)}
        </button>
      </div>
    </Dialog>
  );
}
