/** The waiting room on the big screen: how to join, and who has joined. */
import type { CSSProperties, ReactNode } from "react";
import { shownCode } from "../../model/opening/inviteCode";
import { useOwnAddress } from "../../model/opening/useOwnAddress";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { useGameName } from "../../model/table/naming";
import { portrait } from "../../model/table/portrait";
import type { PartyView } from "../../protocol/types";
import { seatColour, Shape } from "../../ui/Shape";
import { QrCode } from "../../widgets/QrCode";
import { typed } from "./PairingCode";
import { ScreenFrame } from "./ScreenFrame";
import { useTexts } from "./texts";
import { hasWakeLock } from "../../ui/useWakeLock";
import { useStatusText } from "./useStatusText";
import "./ScreenWaitingRoom.css";

/** Who starts the game, as a sentence. */
function useStartText({ host, starts, stage }: PartyView): string {
  const { t } = useTexts();
  const names = useNames();
  if (stage === "revealing") return t("screen.join.shuffling");
  if (starts !== undefined) return t("screen.join.by_itself");
  return host === null ? t("screen.join.first") : t("screen.join.host", { name: names[host] ?? "" });
}

function Stalls({ places }: { readonly places: PartyView["places"] }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  return (
    <ul className="tv-stalls">
      {places.map((place, seat) => {
        const free = place.kind === "empty";
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a seat is its number
          <li key={seat} data-free={free} data-seat={seat} style={{ "--pc": seatColour(seat) } as CSSProperties}>
            <span className="tv-stall">{!free && <img src={portrait(place, seat)} alt="" />}</span>
            <b className="line">
              {!free && <Shape seat={seat} />} <span>{free ? t("screen.join.free") : names[seat]}</span>
            </b>
          </li>
        );
      })}
    </ul>
  );
}

export function ScreenWaitingRoom({ party }: { readonly party: PartyView }): ReactNode {
  const { t, find } = useTexts();
  const game = useGameName();
  const edition = find(`edition.${party.edition}.title`);
  const address = useOwnAddress();
  const halted = useStatusText();
  const asleep = useTable(({ party: now }) => now?.stage === "open") && !hasWakeLock();
  const count = party.places.filter(({ kind }) => kind !== "empty").length;
  return (
    <ScreenFrame
      title={game}
      aside={edition !== game && <b className="tv-edition">{edition}</b>}
      news={t("screen.join.here", { count, all: party.places.length })}
      more={useStartText(party)}
      halted={halted}
    >
      <div className="tv-join">
        <section className="line sheet-of-paper tv-code">
          <QrCode text={`${address}/j/${party.code}`} name={t("screen.join.qr")} />
          <div>
            <h2>{t("screen.join.head")}</h2>
            <p>{t("screen.join.how")}</p>
            <p className="tv-address">{typed(address)}</p>
            <p className="tv-letters">
              <span className="visually-hidden">{t("screen.join.code")}</span> {shownCode(party.code)}
            </p>
          </div>
        </section>
        <Stalls places={party.places} />
        {asleep && <p className="tv-asleep">{t("screen.awake")}</p>}
      </div>
    </ScreenFrame>
  );
}
