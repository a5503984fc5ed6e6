/** Tells screen readers what happens: the lines of the log, bids and calls among them. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "../i18n/text";
import { useTable } from "./context";
import { COUNT, useTold } from "./lines";
import { useNames } from "./names";
import { plain, wording } from "./wording";

export function Announcer(): ReactNode {
  const { find } = useTexts();
  const names = useNames();
  const lines = useTold();
  const you = useTable((state) => state.you);
  const told = useRef(lines.length);
  const [text, setText] = useState("");
  useEffect(() => {
    // A whole history that arrives at once is read in the log, not told.
    const news = lines.slice(Math.max(told.current, lines.length - 4));
    told.current = lines.length;
    // A count has to be said before the next one is due.
    const said = news.map((line) => (line.key === COUNT ? String(line.args["count"]) : plain(wording(line, names, find, you))));
    if (news.length > 0) setText(said.join(" "));
  }, [lines, names, find, you]);
  return (
    <p className="sr" aria-live="polite">
      {text}
    </p>
  );
}
