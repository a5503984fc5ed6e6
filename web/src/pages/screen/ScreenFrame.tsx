/** The frame of every view on the screen: a title bar, the content, and the news below. */
import type { ReactNode } from "react";
import { Scene } from "../../ui/Scene";
import { Controls } from "./Controls";
import "../../ui/theme";
import "./ScreenFrame.css";

interface Props {
  readonly title: string;
  /** What stands at the right of the title bar. */
  readonly aside?: ReactNode;
  /** What just happened, or what to do. */
  readonly news: ReactNode;
  readonly more?: ReactNode;
  /** A game is shown: the controls hide without input. */
  readonly playing?: boolean;
  /** Why the game does not go on; the content stays. */
  readonly halted?: string | null;
  readonly children: ReactNode;
}

export function ScreenFrame({ title, aside, news, more, playing = false, halted = null, children }: Props): ReactNode {
  return (
    <div className="tv" data-playing={playing}>
      <Scene />
      <header className="line beam tv-head">
        <img src="/art/cow-face.svg" alt="" />
        <h1>{title}</h1>
        <span className="grow" />
        <Controls always={!playing} />
        {aside}
      </header>
      <main className="tv-main">{children}</main>
      <div className="line tv-foot" role="status">
        <p>{news}</p>
        {more !== undefined && <span>{more}</span>}
      </div>
      {halted !== null && (
        <p className="tv-halted" role="status">
          {halted}
        </p>
      )}
    </div>
  );
}
