/** Tells screen readers what happens: the lines of the log, bids and calls among them. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useGame } from "../model/game/context";
import { useTexts } from "../i18n/text";
import { useTable } from "../model/table/context";
import { useTold } from "../model/game/lines";
import { useNames } from "../model/table/names";
import { plain, wording } from "../model/table/wording";

export function Announcer(): ReactNode {
  const { find } = useTexts();
  const names = useNames();
  const lines = useTold();
  const you = useTable((state) => state.you);
  const spoken = useGame()?.lines?.spoken;
  const told = useRef(lines.length);
  const [text, setText] = useState("");
  useEffect(() => {
    // A whole history that arrives at once is read in the log, not told.
    const fresh = lines.slice(Math.max(told.current, lines.length - 4));
    told.current = lines.length;
    const said = fresh.map((line) => spoken?.(line) ?? plain(wording(line, names, find, you)));
    if (fresh.length > 0) setText(said.join(" "));
  }, [lines, names, find, you, spoken]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}
