/** The game so far, in lines. It stays at its end unless somebody reads further up. */
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useTexts } from "../i18n/text";
import { LogLine } from "./LogLine";
import { useLines } from "./lines";
import "./Log.css";

/** Nobody reads further back than this while playing. */
const SHOWN = 150;

export function Log(): ReactNode {
  const { t } = useTexts();
  const lines = useLines();
  const list = useRef<HTMLOListElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    // With the frame to come: asked for its height at once, the browser would lay out the whole page twice.
    const frame = requestAnimationFrame(() => {
      if (follows.current && list.current !== null) list.current.scrollTop = list.current.scrollHeight;
    });
    return () => cancelAnimationFrame(frame);
  }, [lines]);
  const first = Math.max(0, lines.length - SHOWN);
  return (
    <ol
      className="lines"
      ref={list}
      tabIndex={0}
      aria-label={t("play.log")}
      onScroll={({ currentTarget: at }) => {
        follows.current = at.scrollHeight - at.scrollTop - at.clientHeight < 40;
      }}
    >
      {lines.slice(first).map((line, place) => (
        <LogLine key={first + place} line={line} />
      ))}
    </ol>
  );
}
