/** What can be done in a replay: move in time, change the eyes, pass the moment on. */
import { type ReactNode, useLayoutEffect } from "react";
import { Icon } from "../../ui/Icon";
import { useTexts } from "../../i18n/text";
import { useIsOffline, useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { useGameName } from "../../model/table/naming";
import { sharedLink } from "../../model/opening/sharedLink";
import { useMe } from "../../net/useFetched";
import { hashOf } from "../../model/replay/address";
import { usePlaying, useReplayer } from "../../model/replay/context";
import { PlayYourself } from "../../widgets/PlayYourself";
import { Scrubber } from "./Scrubber";
import { Share } from "../../ui/Share";
import { type Replayer, SPEEDS, type Viewer } from "../../model/replay/store";
import "./Bar.css";

const PATHS = {
  first: "M18 5 9 12l9 7zM6 5v14",
  back_one: "m15 5-8 7 8 7",
  forward: "m9 5 8 7-8 7",
  last: "m6 5 9 7-9 7zM18 5v14",
} as const;

function Sign({ path }: { readonly path: string }): ReactNode {
  return (
    <svg className="icon" width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

function moved(replayer: Replayer, to: keyof typeof PATHS): void {
  const { steps } = replayer.state.getState();
  if (to === "back_one" || to === "forward") replayer.by(to === "forward" ? 1 : -1);
  else replayer.by(to === "first" ? -steps : steps);
}

/** Arrows, Home, End and the space bar, wherever the focus is; heard as soon as the table can be seen. */
function useKeys(replayer: Replayer): void {
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const at = event.target instanceof Element ? event.target : null;
      const busy = at?.closest("select, textarea, dialog, [role=tablist], [role=grid], .lines, .seats") != null;
      if (busy || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowLeft") moved(replayer, "back_one");
      else if (event.key === "ArrowRight") moved(replayer, "forward");
      else if (event.key === "Home") moved(replayer, "first");
      else if (event.key === "End") moved(replayer, "last");
      else if (event.key === " " && at?.closest("button, a") == null) replayer.toggle();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [replayer]);
}

function Step({ to }: { readonly to: keyof typeof PATHS }): ReactNode {
  const { t } = useTexts();
  const replayer = useReplayer();
  return (
    <button type="button" className="icon-btn" aria-label={t(`replay.${to}`)} title={t(`replay.${to}`)} onClick={() => moved(replayer, to)}>
      <Sign path={PATHS[to]} />
    </button>
  );
}

function Transport(): ReactNode {
  const { t } = useTexts();
  const replayer = useReplayer();
  const running = usePlaying((state) => state.running);
  const name = t(running ? "replay.pause" : "replay.play");
  return (
    <div className="line transport">
      <Step to="first" />
      <Step to="back_one" />
      <button type="button" className="btn btn--go" aria-label={name} title={name} onClick={() => replayer.toggle()}>
        <Icon name={running ? "pause" : "play"} size={24} />
      </button>
      <Step to="forward" />
      <Step to="last" />
    </div>
  );
}

function Eyes(): ReactNode {
  const { t } = useTexts();
  const replayer = useReplayer();
  const names = useNames();
  const viewer = usePlaying((state) => state.viewer);
  const read = (text: string): Viewer => (text === "all" || text === "none" ? text : Number(text));
  return (
    <label className="line pick">
      <Icon name="eye" size={18} />
      <span className="visually-hidden">{t("replay.as")}</span>
      <select value={String(viewer)} onChange={(event) => replayer.see(read(event.target.value))}>
        <option value="all">{t("replay.as_all")}</option>
        {names.map((name, seat) => (
          <option key={seat} value={seat}>
            {t("replay.as")}: {name}
          </option>
        ))}
        <option value="none">{t("replay.as_none")}</option>
      </select>
    </label>
  );
}

function Speed(): ReactNode {
  const { t, language } = useTexts();
  const replayer = useReplayer();
  const speed = usePlaying((state) => state.speed);
  const number = new Intl.NumberFormat(language);
  return (
    <label className="line pick">
      <span className="visually-hidden">{t("replay.speed")}</span>
      <select value={speed} onChange={(event) => replayer.pace(Number(event.target.value))}>
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {number.format(one)}×
          </option>
        ))}
      </select>
    </label>
  );
}

/** Whether somebody has not played at this table; as long as that is not known, nobody is taken for a stranger. */
function useStranger(table: string): boolean {
  const me = useMe();
  return me === undefined || me?.tables.every((one) => one.table !== table) === true;
}

interface BarProps {
  /** What else can be asked about a step. */
  readonly children?: ReactNode;
}

export function Bar({ children }: BarProps): ReactNode {
  const { t, language } = useTexts();
  const replayer = useReplayer();
  const game = useGameName();
  const played = useTable((state) => state.view?.game);
  const here = useIsOffline();
  const stranger = useStranger(replayer.id) && !here;
  useKeys(replayer);
  const link = (): string => sharedLink(`${location.origin}${location.pathname}${hashOf(replayer.state.getState())}`, played, language);
  return (
    <section className="replay-bar" aria-label={t("replay.bar")}>
      <Scrubber />
      <Transport />
      {children}
      <div className="picks">
        <Eyes />
        <Speed />
        {here || <Share className="icon-btn" sign label={t("replay.share")} text={t("replay.share_text", { game })} link={link} />}
      </div>
      {stranger && <PlayYourself className="btn replay-own" />}
    </section>
  );
}
