/** A highlight of the game, large enough for the room. */
import type { ReactNode } from "react";
import { Told, useHappening } from "../stage/Highlight";

export function Announcement(): ReactNode {
  const [now] = useHappening();
  if (now === null) return null;
  return (
    <div className="line sheet-of-paper tv-happening" data-event={now.event.type}>
      <Told {...now} />
    </div>
  );
}
