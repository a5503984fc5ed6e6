/** Sound and full screen, for a mouse or the arrow keys and Enter of a remote control. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSound } from "../../table/sound";
import { Drawing, Icon } from "../../ui/Icon";
import { useTexts } from "./texts";
import "./Controls.css";

/** Milliseconds for which the controls stay after the last input. */
const STAYS = 6000;
const ARROWS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Whether there was input a moment ago. */
function useRecentInput(): boolean {
  const [handled, setHandled] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = (): void => {
      setHandled(true);
      clearTimeout(timer);
      timer = setTimeout(() => setHandled(false), STAYS);
    };
    for (const event of ["keydown", "pointermove", "pointerdown"] as const) addEventListener(event, moved);
    return () => {
      clearTimeout(timer);
      for (const event of ["keydown", "pointermove", "pointerdown"] as const) removeEventListener(event, moved);
    };
  }, []);
  return handled;
}

/** Whether there was any input on this page: before that, a browser plays no sound. */
function useUserActivation(): boolean {
  const [touched, setTouched] = useState(() => navigator.userActivation?.hasBeenActive === true);
  useEffect(() => {
    if (touched) return undefined;
    const look = (): void => setTouched(navigator.userActivation?.hasBeenActive !== false);
    for (const event of ["keydown", "pointerup"] as const) addEventListener(event, look);
    return () => {
      for (const event of ["keydown", "pointerup"] as const) removeEventListener(event, look);
    };
  }, [touched]);
  return touched;
}

function useFullscreen(): boolean {
  const [full, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const look = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  return full;
}

function toggleFullscreen(): void {
  const done = document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();
  done.catch(() => undefined);
}

/** `always`: the controls stay without input. */
export function Controls({ always }: { readonly always: boolean }): ReactNode {
  const { t } = useTexts();
  const { muted, mute } = useSound();
  const handled = useRecentInput();
  const touched = useUserActivation();
  const full = useFullscreen();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const all = [...(group.current?.querySelectorAll("button") ?? [])];
      const step = ARROWS[event.key];
      if (all.length === 0 || (step === undefined && event.key !== "Enter")) return;
      const now = all.findIndex((one) => one === document.activeElement);
      if (now >= 0 && step === undefined) return;
      event.preventDefault();
      all[now < 0 ? 0 : (now + (step ?? 0) + all.length) % all.length]?.focus();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  const quiet = muted || !touched;
  const shown = always || handled;
  return (
    <div className="line tv-controls" role="group" aria-label={t("screen.controls")} ref={group} data-shown={shown}>
      {/* Without input the screen is silent: the button stays until there is some. */}
      {(shown || quiet) && (
        <button type="button" className="line tv-control" onClick={() => mute(touched && !muted)}>
          <Icon name={quiet ? "mute" : "sound"} size={28} /> {t(quiet ? "screen.sound_on" : "screen.sound_off")}
        </button>
      )}
      {shown && document.fullscreenEnabled && (
        <button type="button" className="line tv-control" onClick={toggleFullscreen}>
          <Drawing size={28}>
            <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
          </Drawing>{" "}
          {t(full ? "screen.leave_fullscreen" : "screen.fullscreen")}
        </button>
      )}
    </div>
  );
}
