/** Everything that is not the game itself: leaving, pausing, sound, language, colours, rules. */
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { Icon } from "../ui/Icon";
import { useGame } from "../games/context";
import { LANGUAGES } from "../i18n/catalogue";
import { useTexts } from "../i18n/text";
import { useUpdate } from "../update";
import { Dialog } from "../ui/Dialog";
import { ReportButton } from "../views/ReportButton";
import { useTable, useTableStore } from "./context";
import { CONFIRMS, SPEEDS, usePreferences } from "./preferences";
import { useSound } from "./sound";
import { chooseTheme, theme, THEMES } from "./theme";
import "./Menu.css";

const LANGUAGE_NAMES = { en: "English", de: "Deutsch", ru: "Русский" } as const;

interface RowProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
}

function Row({ title, names, chosen, onChoose }: RowProps): ReactNode {
  return (
    <div className="line row" role="group" aria-label={title}>
      <span>{title}</span>
      {names.map((name, place) => (
        <button
          key={name}
          type="button"
          className={`btn ${place === chosen ? "btn--go" : ""}`}
          aria-pressed={place === chosen}
          onClick={() => onChoose(place)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function Preferences(): ReactNode {
  const { t, language, choose } = useTexts();
  const { muted, mute } = useSound();
  const { confirm, speed, blink, choose: prefer } = usePreferences();
  const offers = useGame()?.secretOffers === true;
  const [look, setLook] = useState(theme);
  return (
    <>
      <Row
        title={t("play.menu.sound")}
        names={[t("play.menu.on"), t("play.menu.off")]}
        chosen={muted ? 1 : 0}
        onChoose={(place) => mute(place === 1)}
      />
      <Row
        title={t("play.menu.language")}
        names={LANGUAGES.map((one) => LANGUAGE_NAMES[one])}
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
        title={t("play.menu.speed")}
        names={SPEEDS.map((one) => t(`play.menu.speed_${one}`))}
        chosen={SPEEDS.indexOf(speed)}
        onChoose={(place) => prefer({ speed: SPEEDS[place] ?? "normal" })}
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
        <Leaving />
      </div>
      <Preferences />
      <Reporting />
      <Version />
    </Dialog>
  );
}
