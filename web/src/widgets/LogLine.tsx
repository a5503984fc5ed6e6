/** A line of the log: the icon that the game gives it, and its text with names in bold. */
import type { ReactNode } from "react";
import { useGame } from "../model/game/context";
import { useTexts } from "../i18n/text";
import type { Line } from "../protocol/types";
import { useTable } from "../model/table/context";
import { useNames } from "../model/table/names";
import { wording } from "../model/table/wording";

export function Words({ line }: { readonly line: Line }): ReactNode {
  const { find } = useTexts();
  const you = useTable((state) => state.you);
  const parts = wording(line, useNames(), find, you);
  return (
    <span>
      {parts.map((part, index) => (part.name ? <b key={index}>{part.text}</b> : part.text))}
    </span>
  );
}

interface Props {
  readonly line: Line;
  /** What is said after it. */
  readonly children?: ReactNode;
}

export function LogLine({ line, children }: Props): ReactNode {
  const Sign = useGame()?.LineSign;
  return (
    <li>
      {Sign !== undefined && <Sign line={line} />}
      <Words line={line} />
      {children}
    </li>
  );
}
