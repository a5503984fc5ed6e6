/** Flags over the market place. */
import type { ReactNode } from "react";
import "./Bunting.css";

const COLOURS = ["#c0412c", "#f2b632", "#2f7d4f", "#4f86ad", "#fff3da"];
const LINES = [0, 1, 2];
const FLAGS = Array.from({ length: 11 }, (_, flag) => flag);

export function Bunting(): ReactNode {
  return (
    <svg className="bunting" viewBox="0 0 960 70" preserveAspectRatio="none" aria-hidden="true">
      {LINES.map((line) => {
        const left = line * 320;
        return (
          <g key={line}>
            <path
              d={`M${left} 4Q${left + 160} 60 ${left + 320} 4`}
              fill="none"
              stroke="var(--wood-3)"
              strokeWidth="2"
            />
            {FLAGS.map((flag) => {
              const along = (flag + 0.5) / FLAGS.length;
              const x = left + 320 * along;
              const y = 4 + 2 * along * (1 - along) * 56;
              return (
                <path
                  key={flag}
                  d={`M${x - 11} ${y - 1}h22l-11 22z`}
                  fill={COLOURS[(flag + line) % COLOURS.length]}
                  opacity=".92"
                />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}
