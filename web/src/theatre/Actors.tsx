/** All who are on the stage in one scene. They only show: screen readers are told in words, and no finger meets them. */
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { keyframes, type Role, transform } from "./poses";
import "./Actors.css";

export interface Actor extends Role {
  readonly face: ReactNode;
  /** What is seen before it is turned over. */
  readonly back?: ReactNode;
  readonly className?: string;
}

interface Props {
  readonly cast: readonly Actor[];
  readonly length: number;
  /** 0: nobody moves. */
  readonly rate: number;
  /** Behind those who act themselves at the table. */
  readonly behind?: boolean;
}

export function Actors({ cast, length, rate, behind = false }: Props): ReactNode {
  const stage = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = stage;
    if (current === null || rate === 0) return undefined;
    const timing: KeyframeAnimationOptions = { duration: length / rate, fill: "both" };
    const begun = cast.flatMap(({ frames, turned }, place) => {
      const element = current.children[place];
      if (element === undefined) return [];
      const moves = element.animate(keyframes(frames, length), timing);
      if (turned === undefined || element.firstElementChild === null) return [moves];
      const [from, to] = turned;
      const over = element.firstElementChild.animate(
        [
          { transform: "perspective(600px) rotateY(0deg)", offset: 0 },
          { transform: "perspective(600px) rotateY(0deg)", offset: from / length, easing: "cubic-bezier(.5, 0, .2, 1)" },
          { transform: "perspective(600px) rotateY(180deg)", offset: Math.min(1, to / length) },
          { transform: "perspective(600px) rotateY(180deg)", offset: 1 },
        ],
        timing,
      );
      return [moves, over];
    });
    return () => begun.forEach((one) => one.cancel());
  }, [cast, length, rate]);
  const shown = rate === 0 ? cast.filter(({ still }) => still !== undefined) : cast;
  return (
    <div className={`actors ${behind ? "behind" : ""}`} ref={stage} aria-hidden="true">
      {shown.map(({ key, face, back, className = "", still }) => (
        <div key={key} className={`actor ${className}`} style={rate === 0 && still !== undefined ? { transform: transform(still) } : {}}>
          {back === undefined ? (
            face
          ) : (
            <div className="two-sided">
              <div>{back}</div>
              <div>{face}</div>
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
