/** A table of this device that is not there yet: what runs it is being loaded, or begins. */
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { TextedWith } from "../../i18n/text";
import { offline } from "../../net/offline/policy";
import { Page } from "../../ui/page/Page";
import { Progress } from "./Progress";
import { FILES, useReason, useTexts } from "./texts";

/** Before that nobody wonders where the table is. */
const SOON = 500;

export default function Starting(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Said />
    </TextedWith>
  );
}

function Said(): ReactNode {
  const { t } = useTexts();
  const why = useReason();
  const { state, loaded, total, reason } = useStore(offline);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON);
    return () => clearTimeout(timer);
  }, []);
  const loading = loaded < total;
  if (!late && !loading && state !== "failed") return null;
  const title = t(state === "failed" ? "offline.table.failed" : loading ? "offline.table.loading" : "offline.table.starting");
  return (
    <Page title={title} back>
      <main className="middle lost">
        <div className="sheet-of-paper centred">
          <img src="/art/goat.svg" alt="" width="120" height="120" />
          <div role="status">
            <h1>{title}</h1>
            {state === "failed" && <p>{why(reason)}</p>}
          </div>
          {loading && <Progress loaded={loaded} total={total} />}
          {state === "failed" && (
            <Link className="btn btn--go" href="/offline">
              {t("offline.table.more")}
            </Link>
          )}
        </div>
      </main>
    </Page>
  );
}
