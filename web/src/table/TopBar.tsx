/** Whose turn it is, how many cards are left, how good the connection is, and the ways to everything else. */
import type { ReactNode } from "react";
import { Icon } from "../cards/Icon";
import { Shape } from "../cards/Shape";
import { useTexts } from "../i18n/text";
import type { PhaseView } from "../protocol/types";
import { useTable } from "./context";
import { useNames } from "./names";
import { useSound } from "./sound";

/** Who has the say, and in what. */
function useTurn(phase: PhaseView | undefined): { seat: number | null; text: string } {
  const { t } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  if (phase === undefined) return { seat: null, text: "" };
  const name = (seat: number): string => names[seat] ?? "";
  switch (phase.phase) {
    case "turn":
      if (phase.seat === you) return { seat: you, text: t("play.turn.you") };
      return { seat: phase.seat, text: t("play.turn.chooses", { seat: name(phase.seat) }) };
    case "bidding":
    case "preemption":
    case "payment":
      if (phase.auctioneer === you) return { seat: you, text: t("play.turn.you_auction") };
      return { seat: phase.auctioneer, text: t("play.turn.auctions", { seat: name(phase.auctioneer) }) };
    case "offering":
    case "responding": {
      const args = { seat: name(phase.challenger), other: name(phase.challenged) };
      return { seat: phase.challenger, text: t("play.turn.trades", args) };
    }
    case "ended":
      return { seat: null, text: t("phase.ended") };
    case "between":
      return { seat: null, text: "" };
  }
}

function Lag(): ReactNode {
  const { t } = useTexts();
  const status = useTable((state) => state.status);
  const rtt = useTable((state) => state.rtt);
  if (status !== "online") {
    return (
      <span className="pill p2 bad">
        <Icon name="nowifi" size={15} /> {t(`play.status.${status}`)}
      </span>
    );
  }
  return (
    <span className={`pill p2 ${(rtt ?? 0) > 800 ? "bad" : "ok"}`} title={t("play.lag")}>
      <Icon name="wifi" size={15} /> {rtt === null ? "…" : `${Math.round(rtt)} ms`}
    </span>
  );
}

interface Props {
  readonly drawer: boolean;
  readonly onMenu: () => void;
  readonly onDrawer: () => void;
}

export function TopBar({ drawer, onMenu, onDrawer }: Props): ReactNode {
  const { t } = useTexts();
  const view = useTable((state) => state.view);
  const turn = useTurn(view?.phase);
  const { muted, mute } = useSound();
  const deck = view?.deck ?? 0;
  return (
    <header className="top">
      <button type="button" className="icn" aria-label={t("play.menu.title")} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <div className="logo">
        <img src="/art/cow-face.svg" alt="" /> <b>{t("home.title")}</b>
      </div>
      <p className="turn">
        {turn.seat !== null && <Shape seat={turn.seat} />} <span>{turn.text}</span>
      </p>
      <span className="grow" />
      <span className="pill p2" role="img" aria-label={t("table.deck", { count: deck })} title={t("table.deck", { count: deck })}>
        <Icon name="deck" size={15} /> {deck}
      </span>
      <Lag />
      <button
        type="button"
        className="icn"
        aria-pressed={!muted}
        aria-label={t("play.menu.sound")}
        onClick={() => mute(!muted)}
      >
        <Icon name={muted ? "mute" : "sound"} />
      </button>
      <button type="button" className="icn show-s" aria-expanded={drawer} aria-label={t("play.side")} onClick={onDrawer}>
        <Icon name="log" />
      </button>
    </header>
  );
}
