/** Six faces to show to the others, by one tap. */
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../i18n/text";
import type { Emote } from "../protocol/types";
import { Icon } from "../ui/Icon";
import { useTable, useTableStore } from "../model/table/context";
import { EMOTES, FACES, pictureOf } from "../model/table/emotes";
import "./EmoteButton.css";

/** A moment between two faces; the server counts as well. */
const PAUSE = 2000;
const EDGE = 8;
/** Six places for a thumb, and what is between and around them. */
const WIDTH = 306;

/** Above the button, as far to the right as it is, but all on the screen. */
function above(button: HTMLElement): CSSProperties {
  const box = button.getBoundingClientRect();
  return { bottom: innerHeight - box.top + EDGE, left: Math.max(EDGE, Math.min(innerWidth - EDGE, box.right) - WIDTH) };
}

function Choice({ button, onChoose, onClose }: { readonly button: HTMLElement; readonly onChoose: (emote: Emote) => void; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  const [style, setStyle] = useState(() => above(button));
  useLayoutEffect(() => list.current?.querySelector("button")?.focus(), []);
  useEffect(() => {
    const outside = (event: PointerEvent): void => {
      const { target } = event;
      if (target instanceof Node && !list.current?.contains(target) && !button.contains(target)) onClose();
    };
    const turned = (): void => setStyle(above(button));
    addEventListener("pointerdown", outside);
    addEventListener("resize", turned);
    return () => {
      removeEventListener("pointerdown", outside);
      removeEventListener("resize", turned);
    };
  }, [button, onClose]);
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
    button.focus();
  };
  return (
    <div ref={list} className="line emote-choice" role="group" aria-label={t("play.emote.choose")} style={style} onKeyDown={pressed}>
      {EMOTES.map((emote) => (
        <button key={emote} type="button" className="middle" aria-label={t(`play.emote.name.${FACES[emote]}`)} title={t(`play.emote.name.${FACES[emote]}`)} onClick={() => onChoose(emote)}>
          <img src={pictureOf(FACES[emote])} alt="" width="36" height="36" />
        </button>
      ))}
    </div>
  );
}

/** For those who sit at a game: whoever looks on, or looks back, has no seat to show a face at, and in a tutorial a bubble needs its place. */
export function EmoteButton(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const seated = useTable(({ you, party }) => you !== null && party?.script === undefined && (party?.stage === "playing" || party?.stage === "paused"));
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    const timer = waits ? setTimeout(() => setWaits(false), PAUSE) : undefined;
    return () => clearTimeout(timer);
  }, [waits]);
  const [close] = useState(() => () => setOpen(false));
  const send = (emote: Emote): void => {
    store.say({ text: emote });
    setWaits(true);
    setOpen(false);
    button?.focus();
  };
  if (!seated) return null;
  return (
    <div className="emoting">
      <button
        ref={setButton}
        type="button"
        className="icon-btn"
        data-emotes=""
        aria-expanded={open}
        aria-disabled={waits}
        aria-label={t("play.emote.choose")}
        title={t("play.emote.choose")}
        onClick={() => !waits && setOpen(!open)}
      >
        <Icon name="smile" />
      </button>
      {open && button !== null && <Choice button={button} onChoose={send} onClose={close} />}
    </div>
  );
}
