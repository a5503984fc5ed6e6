/** What somebody says, in a bubble at their seat for a moment. Who is muted says nothing here either. */
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/text";
import type { ChatLine } from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { faceOf } from "../../model/table/emotes";
import { spoken, useNames } from "../../model/table/names";
import { heardSince, lastSaid } from "../../model/table/unread";
import "./Speech.css";

const LASTS = 4000;
/** How far a bubble is from the side of its seat, or of the screen. */
const EDGE = 8;

/** The last line of every seat that has said something just now. */
function useSaid(): readonly ChatLine[] {
  const chat = useTable((state) => state.chat);
  const muted = useTable((state) => state.muted);
  const you = useTable((state) => state.you);
  const seen = useRef(lastSaid(chat));
  const [said, setSaid] = useState<readonly ChatLine[]>([]);
  useEffect(() => {
    const fresh = heardSince({ chat, muted, you }, seen.current).filter(({ seat, text }) => seat !== null && faceOf(text) === null);
    seen.current = lastSaid(chat);
    if (fresh.length === 0) return;
    const last = fresh.filter(({ seat }, place) => fresh.findLastIndex((other) => other.seat === seat) === place);
    setSaid((before) => [...before.filter(({ seat }) => !last.some((one) => one.seat === seat)), ...last]);
    for (const { id } of last) setTimeout(() => setSaid((now) => now.filter((one) => one.id !== id)), LASTS);
  }, [chat, muted, you]);
  // Whoever is muted falls silent at once.
  return said.filter(({ seat }) => !muted.some((mute) => mute.seat === seat));
}

/** The side of a seat that is nearer to that of the screen: there is room to the other. Null: the seat is not there. */
function placed(seat: number | null): CSSProperties | null {
  const box = document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
  if (box === undefined || box.width === 0) return null;
  const top = box.top + box.height / 2;
  const onLeft = box.left + box.right < innerWidth;
  return onLeft ? { top, left: Math.max(0, box.left) + EDGE } : { top, right: Math.max(0, innerWidth - box.right) + EDGE };
}

function Bubble({ line, name }: { readonly line: ChatLine; readonly name: string }): ReactNode {
  const { t } = useTexts();
  const [style, setStyle] = useState<CSSProperties | null>(null);
  useLayoutEffect(() => setStyle(placed(line.seat)), [line.seat]);
  return (
    <p className={style === null ? "visually-hidden" : "bubble"} style={style ?? {}}>
      <b className="visually-hidden">{name}</b> <bdi>{line.phrase === null ? line.text : t(`play.phrase.${line.phrase}`)}</bdi>
    </p>
  );
}

/** `reading`: the chat is open, and tells it to screen readers itself. */
export function Speech({ reading }: { readonly reading: boolean }): ReactNode {
  const { find } = useTexts();
  const names = useNames();
  const said = useSaid();
  return (
    <div className="speech" aria-live={reading ? "off" : "polite"} aria-hidden={reading}>
      {said.map((line) => (
        <Bubble key={line.id} line={line} name={spoken(line.name, find) || (names[line.seat ?? -1] ?? "")} />
      ))}
    </div>
  );
}
