/** The latest line of the log, where there is no room for more. */
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon";
import { useLines } from "../../table/lines";
import { Words } from "../../table/LogLine";
import "./Ticker.css";

export function Ticker(): ReactNode {
  const line = useLines().at(-1);
  return (
    // Screen readers hear it from the announcer.
    <div className="ticker" aria-hidden="true">
      <Icon name="coin" size={15} />
      {line !== undefined && <Words line={line} />}
    </div>
  );
}
