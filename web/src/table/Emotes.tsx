/** The faces that people and bots show, each at its seat for a moment. */
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../i18n/text";
import type { ChatLine } from "../protocol/types";
import { useTable } from "./context";
import { faceOf, pictureOf } from "./emotes";
import { useLabels } from "./said";
import { audible } from "./voices";
import "./Emotes.css";

const LASTS = 3000;
/** Half of a bubble, and how far it stays from the side of the screen. */
const HALF = 30;
const EDGE = 6;

/** What the page has shown already: the lines of the server upwards, those of its own downwards. */
const span = (chat: readonly ChatLine[]): readonly [number, number] => [Math.min(0, ...chat.map(({ id }) => id)), Math.max(0, ...chat.map(({ id }) => id))];

function useShown(): readonly ChatLine[] {
  const chat = useTable((state) => state.chat);
  const muted = useTable((state) => state.muted);
  const seen = useRef(span(chat));
  const [shown, setShown] = useState<readonly ChatLine[]>([]);
  useEffect(() => {
    const [least, most] = seen.current;
    const fresh = audible(chat, muted).filter(({ id, seat, text }) => (id > most || id < least) && seat !== null && faceOf(text) !== null);
    const [low, high] = span(chat);
    seen.current = [Math.min(least, low), Math.max(most, high)];
    if (fresh.length === 0) return;
    const last = fresh.filter(({ seat }, place) => fresh.findLastIndex((other) => other.seat === seat) === place);
    setShown((before) => [...before.filter(({ seat }) => !last.some((one) => one.seat === seat)), ...last]);
    for (const { id } of last) setTimeout(() => setShown((now) => now.filter((one) => one.id !== id)), LASTS);
  }, [chat, muted]);
  // Whoever is muted makes no face either.
  return audible(shown, muted);
}

/** Below a seat, or above one's own things. Null: the seat is not there. */
function placed(seat: number | null, own: boolean): CSSProperties | null {
  const box = document.querySelector(own ? "[data-emotes]" : `[data-seat="${seat}"]`)?.getBoundingClientRect();
  if (box === undefined || box.width === 0) return null;
  const middle = own ? (box.left + box.right) / 2 : box.left + Math.min(box.width / 2, 2 * HALF);
  const left = Math.min(innerWidth - HALF - EDGE, Math.max(HALF + EDGE, middle));
  return own ? { left, bottom: innerHeight - box.top + EDGE } : { left, top: Math.min(box.bottom - EDGE, innerHeight - 3 * HALF) };
}

function Bubble({ line, own, name }: { readonly line: ChatLine; readonly own: boolean; readonly name: string }): ReactNode {
  const { t } = useTexts();
  const [style, setStyle] = useState<CSSProperties | null>(null);
  useLayoutEffect(() => setStyle(placed(line.seat, own)), [line.seat, own]);
  const face = faceOf(line.text);
  if (face === null) return null;
  return (
    <div className={style === null ? "visually-hidden" : `emote ${own ? "emote-own" : ""}`} style={style ?? {}}>
      <img src={pictureOf(face)} alt="" width="44" height="44" />
      {!own && <span className="visually-hidden">{t("play.emote.told", { name, face: t(`play.emote.name.${face}`) })}</span>}
    </div>
  );
}

/** `reading`: the chat is open, and tells it to screen readers itself. */
export function Emotes({ reading }: { readonly reading: boolean }): ReactNode {
  const labels = useLabels();
  const you = useTable((state) => state.you);
  const shown = useShown();
  return (
    <div className="emotes" aria-live={reading ? "off" : "polite"} aria-hidden={reading}>
      {shown.map((line) => (
        <Bubble key={line.id} line={line} own={line.seat === you} name={labels[line.seat ?? -1] ?? ""} />
      ))}
    </div>
  );
}
