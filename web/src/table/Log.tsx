/** The game so far, in lines. It stays at its end unless somebody reads further up. */
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../i18n/text";
import { useTable } from "../model/table/context";
import { useDrawer } from "./drawer";
import { LogLine } from "../widgets/LogLine";
import { useLines } from "../model/game/lines";
import "./Log.css";

/** Nobody reads further back than this while playing. */
const SHOWN = 150;
/** Whoever comes down again to about here wants to see what comes. */
const NEAR = 40;

export function Log(): ReactNode {
  const { t } = useTexts();
  const lines = useLines();
  const own = useTable(({ pending }) => pending.findLast(({ action }) => action !== null)?.cid);
  const drawer = useDrawer();
  const list = useRef<HTMLOListElement>(null);
  /** Where the list was when last looked at: only a person moves it up from there. */
  const top = useRef(0);
  const follows = useRef(true);
  const [left, setLeft] = useState(false);

  const toEnd = useCallback(() => {
    const at = list.current;
    if (!follows.current || at === null) return;
    // A drawer that is shut has no end, and to ask for it would lay out the whole page in the middle of a scene.
    if (drawer && at.closest(".log:not(.open)") !== null) return;
    at.scrollTop = at.scrollHeight;
    top.current = at.scrollTop;
  }, [drawer]);
  const follow = useCallback((on: boolean) => {
    follows.current = on;
    setLeft(!on);
  }, []);

  useLayoutEffect(() => {
    // With the frame to come: asked for its height at once, the browser would lay out the whole page twice.
    const frame = requestAnimationFrame(toEnd);
    return () => cancelAnimationFrame(frame);
  }, [lines, toEnd]);
  // A drawer that opens, or a screen that is turned, shows the end as well.
  useEffect(() => {
    if (list.current === null) return undefined;
    const sized = new ResizeObserver(toEnd);
    sized.observe(list.current);
    return () => sized.disconnect();
  }, [toEnd]);
  // Whoever does something wants to see what comes of it.
  useEffect(() => {
    if (own === undefined) return;
    follow(true);
    toEnd();
  }, [own, follow, toEnd]);

  const first = Math.max(0, lines.length - SHOWN);
  return (
    <>
      <ol
        className="lines"
        ref={list}
        tabIndex={0}
        aria-label={t("play.log")}
        onScroll={({ currentTarget: at }) => {
          // Our own scrolling is told a frame late, when another line may be there: it has gone down, never up.
          const below = at.scrollHeight - at.scrollTop - at.clientHeight;
          if (below > 1 && at.scrollTop < top.current - 1) follow(false);
          else if (below < NEAR) follow(true);
          top.current = at.scrollTop;
        }}
      >
        {lines.slice(first).map((line, place) => (
          <LogLine key={first + place} line={line} />
        ))}
      </ol>
      {left && (
        <button
          type="button"
          className="pill newest"
          onClick={() => {
            follow(true);
            toEnd();
            list.current?.focus();
          }}
        >
          <span aria-hidden="true">↓</span> {t("play.newest")}
        </button>
      )}
    </>
  );
}
