/** On the first page: what can be done without a connection, and how far offline play is while a table waits for it. */
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { TextedWith, useTexts as useCommon } from "../../i18n/text";
import { offline } from "../../net/offline/policy";
import { Icon } from "../../ui/Icon";
import { Progress } from "./Progress";
import { FILES, useTexts } from "./texts";
import "./AtLanding.css";

/** There is no connection, but offline play. */
export function Playable(): ReactNode {
  const { t } = useCommon();
  return (
    <div className="centred sheet-of-paper offline-note" role="status">
      <h2 className="line">
        <Icon name="nowifi" size={22} /> {t("home.offline.title")}
      </h2>
      <TextedWith files={FILES}>
        <What />
      </TextedWith>
    </div>
  );
}

function What(): ReactNode {
  const { t } = useTexts();
  return <p>{t("offline.landing")}</p>;
}

/** Nothing, unless something is being loaded. */
export function Loading(): ReactNode {
  const { loaded, total } = useStore(offline);
  if (total === 0) return null;
  return (
    <div className="centred sheet-of-paper offline-note">
      <TextedWith files={FILES}>
        <Progress loaded={loaded} total={total} />
      </TextedWith>
    </div>
  );
}

/** What a site without a server is. */
export function AloneLead(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Lead />
    </TextedWith>
  );
}

function Lead(): ReactNode {
  const { t } = useTexts();
  return t("offline.alone");
}
