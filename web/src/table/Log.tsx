/** The game so far, in lines. It stays at its end unless somebody reads further up. */
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useTexts } from "../i18n/text";
import { useTable } from "./context";
import { LogLine } from "./LogLine";

/** Nobody reads further back than this while playing. */
const SHOWN = 150;

export function Log(): ReactNode {
  const { t } = useTexts();
  const lines = useTable((state) => state.lines);
  const list = useRef<HTMLOListElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    if (follows.current && list.current !== null) list.current.scrollTop = list.current.scrollHeight;
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
