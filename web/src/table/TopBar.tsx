/** Whose turn it is, how far the game is, how good the connection is, and the ways to everything else. */
import { lazy, type ReactNode, Suspense } from "react";
import { Icon } from "../ui/Icon";
import { Shape } from "../ui/Shape";
import { useTexts } from "../i18n/text";
import { shownCode } from "../model/opening/inviteCode";
import { useIsOffline, useTable } from "../model/table/context";
import { useSound } from "./sound";
import type { Turn } from "../model/table/turn";
import "./TopBar.css";

/** Only slow tables wait for people who are not there, and only for those who play. */
const TableNotifications = lazy(async () => ({ default: (await import("../notifications")).TableNotifications }));

/** From here on, in milliseconds, people notice that the server answers late. */
const SLOW = 800;

function Lag(): ReactNode {
  const { t } = useTexts();
  const status = useTable((state) => state.status);
  const rtt = useTable((state) => state.rtt);
  const here = useIsOffline();
  if (status !== "online") {
    return (
      <span className="pill top-pill bad">
        <Icon name="nowifi" size={15} /> {t(`play.status.${status}`)}
      </span>
    );
  }
  // A good line is not worth a word.
  if (here || rtt === null || rtt <= SLOW) return null;
  return (
    <span className="pill top-pill bad" title={t("play.lag")}>
      <Icon name="wifi" size={15} /> {Math.round(rtt)} ms
    </span>
  );
}

/** What nobody has looked at in the drawer. */
function Unread({ count }: { readonly count: number }): ReactNode {
  const { t } = useTexts();
  return (
    <span className="middle dot">
      <span aria-hidden="true">{count > 9 ? "9+" : count}</span>
      <span className="visually-hidden">{t("play.chat.unread", { count })}</span>
    </span>
  );
}

interface Props {
  readonly turn: Turn;
  /** How far the game is: what is left of the deck, or of the turn. */
  readonly children: ReactNode;
  readonly drawer: boolean;
  /** How many lines of chat nobody has looked at. */
  readonly unread: number;
  readonly onMenu: () => void;
  readonly onHelp: () => void;
  readonly onDrawer: () => void;
}

export function TopBar({ turn, children, drawer, unread, onMenu, onHelp, onDrawer }: Props): ReactNode {
  const { t } = useTexts();
  const { muted, mute } = useSound();
  const code = useTable((state) => state.party?.code);
  const here = useIsOffline();
  const slow = useTable((state) => state.you !== null && state.party?.pace === "slow");
  return (
    <header className="line beam top">
      <button type="button" className="icon-btn" aria-label={t("play.menu.title")} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <div className="line logo">
        <img src="/art/cow-face.svg" alt="" /> <b>{t("home.title")}</b>
      </div>
      {code !== undefined && (
        <h1 className="code" tabIndex={-1}>
          {here ? t("home.offline.play") : t("play.table", { code: shownCode(code) })}
        </h1>
      )}
      <p className="line turn">
        {turn.seat !== null && <Shape seat={turn.seat} />} <span>{turn.text}</span>
      </p>
      <span className="grow" />
      {children}
      {slow && (
        <Suspense fallback={null}>
          <TableNotifications />
        </Suspense>
      )}
      <Lag />
      <button
        type="button"
        className="icon-btn wide-only"
        aria-pressed={!muted}
        aria-label={t("play.menu.sound")}
        onClick={() => mute(!muted)}
      >
        <Icon name={muted ? "mute" : "sound"} />
      </button>
      <button type="button" className="icon-btn" aria-haspopup="dialog" aria-label={t("play.help")} title={`${t("play.help")} (F1)`} onClick={onHelp}>
        <Icon name="help" />
      </button>
      <button type="button" className="icon-btn compact-only" aria-expanded={drawer} onClick={onDrawer}>
        <span className="visually-hidden">{t("play.side")}</span>
        <Icon name="log" />
        {unread > 0 && <Unread count={unread} />}
      </button>
    </header>
  );
}
