/** One seat: who sits there, and what can be done about it. */
import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from "react";
import { Icon } from "../../ui/Icon";
import { seatColour, Shape } from "../../ui/Shape";
import { useGame } from "../../model/game/context";
import { useTexts } from "../../i18n/text";
import type { PartyView, PlaceView } from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { NameField } from "../../widgets/NameField";
import { portrait } from "../../model/table/portrait";
import { FreeSeat } from "./FreeSeat";
import { USUAL, wordsOf } from "./newBots";
import { SeatDialog } from "./SeatDialog";
import "./SeatRow.css";
import "../../ui/Portrait.css";

const AboutButton = lazy(async () => ({ default: (await import("../../people")).AboutButton }));

interface Props {
  readonly party: PartyView;
  readonly place: PlaceView;
  readonly seat: number;
}

export function SeatRow({ party, place, seat }: Props): ReactNode {
  const { t, find } = useTexts();
  const name = useNames()[seat] ?? "";
  const you = useTable((state) => state.you);
  const host = useTable((state) => state.may.includes("arrange"));
  const bots = useGame()?.bots;
  const [asked, setAsked] = useState(false);
  const style = { "--pc": seatColour(seat) } as CSSProperties;
  if (place.kind === "empty") return <FreeSeat party={party} seat={seat} style={style} />;

  const about: string[] = [];
  if (seat === you) about.push(t("home.room.you"));
  if (seat === party.host) about.push(t("home.room.host"));
  if (place.kind === "bot") about.push(bots === undefined ? place.bot ?? "" : wordsOf(bots, place.bot ?? USUAL, find).title);
  if (place.kind === "person" && place.here !== true) about.push(t("home.room.gone"));
  return (
    <li className="line seat-row" style={style}>
      <span className="portrait">
        <img src={portrait(place, seat)} alt="" />
      </span>
      <div className="seat-name">
        <div className="line">
          <Shape seat={seat} />
          {seat === you ? <NameField name={name} /> : <b>{name}</b>}
        </div>
        <small>{about.join(" · ")}</small>
      </div>
      {place.kind === "person" && (
        <span className="line seat-added" data-there={place.commitment != null} title={t("home.room.added_why")}>
          <Icon name="check" size={16} /> {t("home.room.added")}
        </span>
      )}
      {place.kind === "person" && seat !== you && you !== null && (
        <span className="seat-about">
          <Suspense fallback={null}>
            <AboutButton seat={seat} name={name} />
          </Suspense>
        </span>
      )}
      {host && (
        <button
          type="button"
          className="btn seat-more"
          aria-haspopup="dialog"
          aria-label={t("home.room.more", { name })}
          onClick={() => setAsked(true)}
        >
          <Icon name="gear" size={20} />
        </button>
      )}
      {asked && <SeatDialog party={party} seat={seat} name={name} onClose={() => setAsked(false)} />}
    </li>
  );
}
