/** A table before the game: people come by code, and the host arranges what is played. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTexts } from "../../i18n/text";
import { useIsOffline, useTable } from "../../model/table/context";
import { Page } from "../../ui/page/Page";
import { Invite } from "./Invite";
import { Connection } from "./Connection";
import { Leave } from "./Leave";
import { Refused } from "./Refused";
import { SameRoom } from "./SameRoom";
import { Seats } from "./Seats";
import { Settings } from "./Settings";
import { StartBar } from "./StartBar";
import { useFonts } from "./useFonts";
import { useEditions } from "../../net/useFetched";
import { pendingToken } from "../../table/screens/token";
import "./WaitingRoom.css";

// For those who have scanned the code of a screen before they sat down.
const PendingPairing = lazy(() => import("../../table/screens/PendingPairing"));

export function WaitingRoom(): ReactNode {
  const { t } = useTexts();
  const party = useTable((state) => state.party);
  const host = useTable((state) => state.party !== null && state.you === state.party.host);
  const seated = useTable((state) => state.you !== null);
  const [scanned] = useState(() => pendingToken() !== null);
  const here = useIsOffline();
  const editions = useEditions();
  const fonts = useFonts(t("home.room.title"));
  // Chips and fonts that come later would move the buttons below them.
  if (party === null || editions === null || !fonts) return null;
  return (
    <Page title={t("home.room.title")} back bar={<Connection />}>
      <main className="room" data-host={host} data-starts={party.starts !== undefined} data-screen={(party.screens ?? 0) > 0}>
        {here || <Invite code={party.code} />}
        <section className="sheet-of-paper room-who" aria-label={t("home.room.seats")}>
          <Settings party={party} />
          {seated && !here && <SameRoom party={party} />}
          <Seats party={party} />
          <Refused />
          {scanned && seated && (
            <Suspense fallback={null}>
              <PendingPairing />
            </Suspense>
          )}
          <StartBar party={party} />
          <Leave party={party} />
        </section>
      </main>
    </Page>
  );
}
