/** Tells screen readers what happens: the lines of the log, bids and calls among them. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "../i18n/text";
import { useTable } from "./context";
import { useNames } from "./names";
import { plain, wording } from "./wording";

export function Announcer(): ReactNode {
  const { find } = useTexts();
  const names = useNames();
  const lines = useTable((state) => state.lines);
  const told = useRef(lines.length);
  const [text, setText] = useState("");
  useEffect(() => {
    // A whole history that arrives at once is read in the log, not told.
    const news = lines.slice(Math.max(told.current, lines.length - 4));
    told.current = lines.length;
    if (news.length > 0) setText(news.map((line) => plain(wording(line, names, find))).join(" "));
  }, [lines, names, find]);
  return (
    <p className="sr" aria-live="polite">
      {text}
    </p>
  );
}
