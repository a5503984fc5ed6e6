/** Offline play: getting it, switching it off, and the games that are on this device. */
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { TextedWith } from "../../i18n/text";
import { ask, offline, switchOff } from "../../net/offline/policy";
import { isStatic } from "../../net/offline/where";
import { useHouse } from "../../net/useFetched";
import { Page } from "../../ui/page/Page";
import { Games } from "./Games";
import { Progress } from "./Progress";
import { Shared } from "./Shared";
import { FILES, useReason, useSize, useTexts } from "./texts";
import "./OfflinePage.css";

/** What its files weigh on their way here, in bytes. Null: not known yet. Undefined: this site does not have them. */
function useWeight(isWanted: boolean): number | null | undefined {
  const [weight, setWeight] = useState<number | null | undefined>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let wanted = true;
    const asked = async (): Promise<number | undefined> => {
      const answer = await fetch("/offline.json");
      const { compressed } = (answer.ok ? await answer.json() : {}) as { readonly compressed?: number };
      return compressed;
    };
    asked().then(
      (found) => wanted && setWeight(found),
      // No connection: what the button leads to says so.
      () => wanted && setWeight(0),
    );
    return () => {
      wanted = false;
    };
  }, [isWanted]);
  return weight;
}

export default function OfflinePage(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Shown />
    </TextedWith>
  );
}

function Shown(): ReactNode {
  const { t } = useTexts();
  return (
    <Page title={t("offline.title")} back>
      <main className="offline-page">
        <section className="sheet-of-paper offline-part">
          <h1>{t("offline.title")}</h1>
          <p>{t("offline.lead")}</p>
          {isStatic() ? <Getting /> : <AtHost />}
          <p className="offline-why">{t("offline.honest")}</p>
        </section>
        <Passing />
        <Games />
      </main>
    </Page>
  );
}

/** People who share one device: as soon as the worker of this browser can run their table. */
function Passing(): ReactNode {
  const { state } = useStore(offline);
  return (isStatic() || state === "installed") && <Shared />;
}

/** On a site with a server, whose host may not want it. */
function AtHost(): ReactNode {
  const { t } = useTexts();
  const house = useHouse();
  if (!isSecureContext) return <Impossible text={t("offline.no.http")} />;
  if (house === null) return null;
  return house?.offline === false ? <Impossible text={t("offline.no.host")} /> : <Getting />;
}

function Impossible({ text }: { readonly text: string }): ReactNode {
  return (
    <p className="notice" role="status">
      {text}
    </p>
  );
}

function Getting(): ReactNode {
  const { t } = useTexts();
  const { state, loaded, total, reason } = useStore(offline);
  const why = useReason();
  const loading = total > 0;
  const here = state === "installed";
  const weight = useWeight(!here);
  if (state === "off" && reason === "host") return <Impossible text={t("offline.no.host")} />;
  if (state === "off" && reason === "impossible") return <Impossible text={t("offline.no.browser")} />;
  if (weight === undefined && !here) return <Impossible text={t("offline.no.files")} />;
  return (
    <>
      <p role={state === "failed" ? "alert" : "status"} className="notice">
        {here && t("offline.installed")}
        {state === "waiting" && !loading && t("offline.waiting")}
        {state === "failed" && `${t("offline.failed")} ${why(reason)}`}
      </p>
      {loading && <Progress loaded={loaded} total={total} />}
      {!here && !loading && <Get weight={weight ?? 0} again={state === "failed"} />}
      {/* Without a server there is nothing else that could play. */}
      {here && !isStatic() && (
        <button type="button" className="btn" onClick={() => void switchOff()}>
          {t("offline.switch_off")}
        </button>
      )}
    </>
  );
}

function Get({ weight, again }: { readonly weight: number; readonly again: boolean }): ReactNode {
  const { t } = useTexts();
  const size = useSize();
  return (
    <button type="button" className="btn btn--go big-btn offline-get" onClick={() => void ask()}>
      <span>{t(again ? "offline.again" : "offline.get")}</span>
      {weight > 0 && <small>{t("offline.size", { size: size(weight) })}</small>}
    </button>
  );
}
