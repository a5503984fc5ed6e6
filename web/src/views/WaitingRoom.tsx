/** A table before the game: people come by code, and the host arranges what is played. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import { useTable } from "../table/context";
import { Page } from "./Page";
import { Invite } from "./room/Invite";
import { Connection } from "./room/Connection";
import { Refused } from "./room/Refused";
import { Seats } from "./room/Seats";
import { Settings } from "./room/Settings";
import { StartBar } from "./room/StartBar";
import "./WaitingRoom.css";

export function WaitingRoom(): ReactNode {
  const { t } = useTexts();
  const party = useTable((state) => state.party);
  const host = useTable((state) => state.party !== null && state.you === state.party.host);
  if (party === null) return null;
  return (
    <Page title={t("home.room.title")} back bar={<Connection />}>
      <main className="room" data-host={host}>
        <Invite code={party.code} />
        <section className="sheet-of-paper room-who" aria-label={t("home.room.seats")}>
          <Settings party={party} />
          <Seats party={party} />
          <Refused />
          <StartBar party={party} />
        </section>
      </main>
    </Page>
  );
}
