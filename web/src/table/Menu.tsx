/** Everything that is not the game itself: leaving, pausing, sound, language, colours, rules. */
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { Icon } from "../cards/Icon";
import { LANGUAGES } from "../i18n/catalogue";
import { useTexts } from "../i18n/text";
import { useTable, useTableStore } from "./context";
import { HouseRules } from "./HouseRules";
import { Modal } from "./Modal";
import { useSound } from "./sound";
import { chooseTheme, theme, THEMES } from "./theme";

const LANGUAGE_NAMES = { en: "English", de: "Deutsch", ru: "Русский" } as const;

interface RowProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
}

function Row({ title, names, chosen, onChoose }: RowProps): ReactNode {
  return (
    <div className="row" role="group" aria-label={title}>
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

export function Menu({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  return (
    <Modal className="menu" onClose={onClose} title={t("play.menu.title")}>
      <div className="row">
        <Pausing onDone={onClose} />
        <button type="button" className="btn" onClick={() => navigate("/")}>
          <Icon name="left" size={18} /> {t("play.menu.home")}
        </button>
        <Leaving />
      </div>
      <Preferences />
      <HouseRules />
    </Modal>
  );
}
