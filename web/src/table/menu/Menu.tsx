/** Everything that is not the game itself: leaving, pausing, sound, language, colours, rules. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { Icon } from "../../ui/Icon";
import { useGame } from "../../model/game/context";
import { LANGUAGES, NAMES } from "../../i18n/catalogue";
import { useTexts } from "../../i18n/text";
import { useUpdate } from "../../net/update";
import { Dialog } from "../../ui/Dialog";
import { Row } from "./MenuRow";
import { Caught } from "../../ui/page/Caught";
import { ReportButton } from "../../widgets/report/ReportButton";
import { useIsOffline, useTable, useTableStore } from "../../model/table/context";
import { CONFIRMS, usePreferences } from "../../model/table/preferences";
import { canShake, play, useSound } from "../sound";
import { TempoChoice } from "./TempoChoice";
import { chooseTheme, theme, THEMES } from "../../ui/theme";
import "./Menu.css";

const People = lazy(async () => ({ default: (await import("../../people")).People }));

const Screens = lazy(() => import("../screens/ScreensButton"));


/** What is heard and felt. */
function Hearing(): ReactNode {
  const { t } = useTexts();
  const { muted, mute, volume, turnTo, still, hold } = useSound();
  const turned = (to: number): void => {
    turnTo(to);
    if (muted) mute(false);
  };
  return (
    <>
      <Row
        title={t("play.menu.sound")}
        names={[t("play.menu.on"), t("play.menu.off")]}
        chosen={muted ? 1 : 0}
        onChoose={(place) => mute(place === 1)}
      />
      <label className="line row">
        <span>{t("play.menu.volume")}</span>
        <input
          type="range"
          min="0"
          max="100"
          step="5"
          value={muted ? 0 : volume}
          aria-valuetext={`${muted ? 0 : volume} %`}
          onChange={(event) => turned(Number(event.target.value))}
          onPointerUp={() => play("turn")}
          onKeyUp={() => play("turn")}
        />
      </label>
      {canShake() && (
        <Row
          title={t("play.menu.shake")}
          names={[t("play.menu.on"), t("play.menu.off")]}
          chosen={still ? 1 : 0}
          onChoose={(place) => hold(place === 1)}
        />
      )}
    </>
  );
}

function Preferences(): ReactNode {
  const { t, language, choose } = useTexts();
  const { confirm, moves, blink, faces, choose: prefer } = usePreferences();
  const offers = useGame()?.secretOffers === true;
  const [look, setLook] = useState(theme);
  return (
    <>
      <TempoChoice />
      <Hearing />
      <Row
        title={t("play.menu.language")}
        names={LANGUAGES.map((one) => NAMES[one])}
        chosen={LANGUAGES.indexOf(language)}
        onChoose={(place) => choose(LANGUAGES[place] ?? "en")}
      />
      <Row
        title={t("play.menu.theme")}
        names={THEMES.map((one) => t(`play.menu.theme_${one}`))}
        chosen={THEMES.indexOf(look)}
        onChoose={(place) => {
          const chosen = THEMES[place] ?? "auto";
          chooseTheme(chosen);
          setLook(chosen);
        }}
      />
      <Row
        title={t("play.menu.moves")}
        names={[t("play.menu.on"), t("play.menu.off")]}
        chosen={moves ? 0 : 1}
        onChoose={(place) => prefer({ moves: place === 0 })}
      />
      {offers && (
        <Row
          title={t("play.menu.confirm")}
          names={CONFIRMS.map((one) => t(`play.menu.confirm_${one}`))}
          chosen={CONFIRMS.indexOf(confirm)}
          onChoose={(place) => prefer({ confirm: CONFIRMS[place] ?? "phone" })}
        />
      )}
      <Row
        title={t("play.menu.blink")}
        names={[t("play.menu.on"), t("play.menu.off")]}
        chosen={blink ? 0 : 1}
        onChoose={(place) => prefer({ blink: place === 0 })}
      />
      <Row
        title={t("play.menu.faces")}
        names={[t("play.menu.on"), t("play.menu.off")]}
        chosen={faces ? 0 : 1}
        onChoose={(place) => prefer({ faces: place === 0 })}
      />
    </>
  );
}

function Pausing({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const paused = useTable((state) => state.party?.stage === "paused");
  const may = useTable((state) => state.may.includes(paused ? "resume" : "ask_pause"));
  const asked = useTable((state) => state.you !== null && state.party?.places[state.you]?.pausing === true);
  if (!may || (asked && !paused)) return null;
  return (
    <button
      type="button"
      className="btn"
      onClick={() => {
        store.ask({ type: paused ? "resume" : "ask_pause" });
        onDone();
      }}
    >
      <Icon name={paused ? "play" : "pause"} size={18} /> {t(paused ? "play.menu.resume" : "play.menu.pause")}
    </button>
  );
}

/** What somebody would answer before they are asked. */
function Ordering(): ReactNode {
  const Orders = useGame()?.Orders;
  return (
    Orders !== undefined && (
      <Caught fallback={null}>
        <Suspense fallback={null}>
          <Orders />
        </Suspense>
      </Caught>
    )
  );
}

/** Leaving is for good, so it is asked twice. */
function Leaving(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const [, navigate] = useLocation();
  const seated = useTable((state) => state.you !== null);
  const [sure, setSure] = useState(false);
  const leave = (): void => {
    if (seated) store.ask({ type: "leave" });
    navigate("/");
  };
  if (sure) {
    return (
      <button type="button" className="btn danger" onClick={leave}>
        {t("play.menu.leave_sure")}
      </button>
    );
  }
  return (
    <button type="button" className="btn" onClick={() => (seated ? setSure(true) : leave())}>
      <Icon name="door" size={18} /> {t("play.menu.leave")}
    </button>
  );
}

function Reporting(): ReactNode {
  const table = useTable((state) => state.table);
  const code = useTable((state) => state.party?.code ?? "");
  const step = useTable((state) => state.seq);
  return (
    <div className="line row">
      <ReportButton place={{ table, code, step }} />
    </div>
  );
}

/** A newer version can wait until the game is over. */
function Version(): ReactNode {
  const { t } = useTexts();
  const waiting = useUpdate((state) => state.waiting);
  return waiting && <p className="lead">{t("play.menu.update")}</p>;
}

interface Props {
  readonly onHelp: () => void;
  readonly onClose: () => void;
}

export default function Menu({ onHelp, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  const here = useIsOffline();
  return (
    <Dialog className="menu" onClose={onClose} title={t("play.menu.title")}>
      <div className="line row">
        <Pausing onDone={onClose} />
        <button type="button" className="btn" onClick={() => navigate("/")}>
          <Icon name="left" size={18} /> {t("play.menu.home")}
        </button>
        <button type="button" className="btn" onClick={onHelp}>
          <Icon name="help" size={18} /> {t("play.help")}
        </button>
        <Ordering />
        <Caught fallback={null}>
          <Suspense fallback={null}>
            <Screens />
          </Suspense>
        </Caught>
        <Leaving />
      </div>
      <Preferences />
      {here || (
        <>
          <Caught fallback={null}>
            <Suspense fallback={null}>
              <People />
            </Suspense>
          </Caught>
          <Reporting />
        </>
      )}
      <Version />
    </Dialog>
  );
}
