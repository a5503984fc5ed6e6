/** How others find the table: by camera, by code, or by a link. */
import { type ReactNode, useRef, useState } from "react";
import { Icon } from "../../ui/Icon";
import { useTexts } from "../../i18n/text";
import { useTable } from "../../model/table/context";
import { shownCode } from "../../model/opening/inviteCode";
import { useGameName } from "../../model/table/naming";
import { sharedLink } from "../../model/opening/sharedLink";
import { QrCode } from "../../widgets/QrCode";
import { useOwnAddress } from "../../model/opening/useOwnAddress";
import "./Invite.css";

type Copied = "no" | "copied" | "selected";

export function Invite({ code }: { readonly code: string }): ReactNode {
  const { t, language } = useTexts();
  const game = useGameName();
  const played = useTable((state) => state.view?.game);
  const host = useTable((state) => state.you !== null && state.you === state.party?.host);
  const seated = useTable((state) => state.you !== null);
  // While seats are free, others are to come; who has not sat down yet is to do that first.
  const inviting = useTable(({ you, party }) => you !== null && party?.places.some(({ kind }) => kind === "empty") === true);
  const [copied, setCopied] = useState<Copied>("no");
  const field = useRef<HTMLInputElement>(null);
  const address = `${useOwnAddress()}/j/${code}`;
  const link = sharedLink(address, played, language);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied("copied");
    } catch {
      // On plain http there is no clipboard: the person copies what we have selected.
      field.current?.focus();
      field.current?.select();
      setCopied("selected");
    }
  };
  const share = (): void => {
    // Changing one's mind in the system's dialog is not an error.
    navigator.share({ title: t("home.title"), text: t("home.room.share_text", { game }), url: link }).catch(() => undefined);
  };
  const sharing = typeof navigator.share === "function";
  return (
    <section className="sheet-of-paper invite" aria-labelledby="invite-head">
      <h1 id="invite-head">{t(host ? "home.room.open" : seated ? "home.room.joined" : "home.room.invited")}</h1>
      <p>{t(seated ? "home.room.open_why" : "home.room.invited_why")}</p>
      {/* A camera shows no preview, and reads what is short from farther away. */}
      <QrCode text={address} name={t("home.room.qr")} />
      <p className="invite-code">
        <span className="visually-hidden">{t("home.landing.code")}</span> {shownCode(code)}
      </p>
      <input
        ref={field}
        className="invite-link"
        readOnly
        value={link}
        aria-label={t("home.room.link")}
        onFocus={(event) => event.target.select()}
      />
      <div className="invite-row" data-one={!sharing}>
        <button type="button" className={inviting && !sharing ? "btn btn--go" : "btn"} onClick={() => void copy()}>
          {t("home.room.copy")}
        </button>
        {sharing && (
          <button type="button" className={inviting ? "btn btn--go" : "btn"} onClick={share}>
            <Icon name="share" size={18} /> {t("home.room.share")}
          </button>
        )}
      </div>
      <p className="invite-said" role="status">
        {copied === "copied" && t("home.room.copied")}
        {copied === "selected" && t("home.room.selected")}
      </p>
    </section>
  );
}
