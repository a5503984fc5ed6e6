/** The latest line of the log that tells what happened, where there is no room for more. */
import type { ReactNode } from "react";
import { Icon } from "../../../ui/Icon";
import { useLines } from "../../../model/game/lines";
import { Words } from "../../../widgets/LogLine";
import "./Ticker.css";

/** Whose turn it is can be seen: it must not take the place of what happened before. */
const SEEN = "log.turn_began";

export function Ticker(): ReactNode {
  const line = useLines().findLast(({ key }) => key !== SEEN);
  return (
    // Screen readers hear it from the announcer.
    <div className="ticker" aria-hidden="true">
      {line !== undefined && (
        <>
          <Icon name="coin" size={15} />
          <Words line={line} />
        </>
      )}
    </div>
  );
}
