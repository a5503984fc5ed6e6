/** The faces that people and bots show, each at its seat for a moment. */
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/text";
import type { ChatLine } from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { faceOf, pictureOf } from "../../model/table/emotes";
import { useLabels } from "../../model/table/said";
import { audible } from "../../model/table/mutes";
import { seatColour } from "../../ui/Shape";
import "./Emotes.css";

const LASTS = 3000;
/** How wide and high a bubble is, and how far it stays from the edge of a seat. */
const SIZE = 52;
const EDGE = 4;
/** A seat that is higher has its name above the bubble; in a lower one the bubble stands beside it. */
const LOW = 76;

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

interface Place {
  readonly left: number;
  readonly top: number;
  /** Where the tail is. */
  readonly tail: "up" | "left";
}

/** On the seat itself, or on the button that one's own face came from: nothing else is covered. Null: the seat is not there. */
function placed(seat: number | null, own: boolean): Place | null {
  const box = document.querySelector(own ? "[data-emotes]" : `[data-seat="${seat}"]`)?.getBoundingClientRect();
  if (box === undefined || box.width === 0) return null;
  const inside = (left: number, top: number, tail: Place["tail"]): Place => ({
    left: Math.max(0, Math.min(innerWidth - SIZE, left)),
    top: Math.max(0, Math.min(innerHeight - SIZE, top)),
    tail,
  });
  if (own) return inside((box.left + box.right - SIZE) / 2, (box.top + box.bottom - SIZE) / 2, "left");
  if (box.height < LOW) return inside(box.right - SIZE - EDGE, (box.top + box.bottom - SIZE) / 2, "left");
  return inside(box.left + EDGE, box.bottom - SIZE - EDGE, "up");
}

function Bubble({ line, own, name }: { readonly line: ChatLine; readonly own: boolean; readonly name: string }): ReactNode {
  const { t } = useTexts();
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    const look = (): void => setPlace(placed(line.seat, own));
    look();
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, [line.seat, own]);
  const face = faceOf(line.text);
  if (face === null) return null;
  const style = place === null ? {} : { left: place.left, top: place.top, "--pc": seatColour(line.seat ?? 0) };
  return (
    <div className={place === null ? "visually-hidden" : `middle emote tail-${place.tail} ${own ? "emote-own" : ""}`} style={style as CSSProperties}>
      <img src={pictureOf(face)} alt="" width="40" height="40" />
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
    <div className="speech emotes" aria-live={reading ? "off" : "polite"} aria-hidden={reading}>
      {shown.map((line) => (
        <Bubble key={line.id} line={line} own={line.seat === you} name={labels[line.seat ?? -1] ?? ""} />
      ))}
    </div>
  );
}
