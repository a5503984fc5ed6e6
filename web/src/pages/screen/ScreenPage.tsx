/** The big screen: it shows a code until a player pairs it, and then the table. */
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { TextedWith } from "../../i18n/text";
import { useHandheld } from "../../ui/handheld";
import { Page } from "../../ui/page/Page";
import { useWakeLock } from "../../ui/useWakeLock";
import { isKnown, Pairing } from "./pairing";
import { PairingCode } from "./PairingCode";
import { ScreenTable } from "./ScreenTable";
import { FILES, useTexts } from "./texts";

export default function ScreenPage(): ReactNode {
  const handheld = useHandheld();
  const [here, setHere] = useState(isKnown);
  return <TextedWith files={FILES}>{handheld && !here ? <OnPhone onStay={() => setHere(true)} /> : <Shown />}</TextedWith>;
}

/** A player may have opened this page on a phone by mistake. But a phone can be a screen, too: it may be mirrored. */
function OnPhone({ onStay }: { readonly onStay: () => void }): ReactNode {
  const { t } = useTexts();
  return (
    <Page title={t("screen.title")} back>
      <main className="middle lost">
        <div className="sheet-of-paper centred">
          <h1>{t("screen.title")}</h1>
          <p>{t("screen.small")}</p>
          <Link className="btn btn--go" href="/">
            {t("screen.home")}
          </Link>
          <button type="button" className="btn" onClick={onStay}>
            {t("screen.anyway")}
          </button>
        </div>
      </main>
    </Page>
  );
}

function Shown(): ReactNode {
  const { t } = useTexts();
  // `kuhstall play --screen` opens the address with this hash.
  const [pairing] = useState(() => new Pairing(location.hash === "#open"));
  const table = useStore(pairing.state, (state) => state.table);
  const title = `${t("screen.title")} · ${t("home.title")}`;
  useEffect(() => {
    pairing.open();
    return () => pairing.close();
  }, [pairing]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useWakeLock();
  return table === null ? <PairingCode pairing={pairing} /> : <ScreenTable key={table} pairing={pairing} table={table} />;
}
