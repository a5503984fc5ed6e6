/** The sign of a seat: colour and shape, for nobody can be sure to tell colours apart. */
import type { ReactNode } from "react";
import "./Shape.css";

/** Drawn in a square of 16. */
export const SHAPES: readonly (() => ReactNode)[] = [
  () => <circle cx="8" cy="8" r="6.4" />,
  () => <path d="M8 1.2 15 14H1z" />,
  () => <rect x="2" y="2" width="12" height="12" rx="1.5" />,
  () => <path d="M8 .8 15.2 8 8 15.2.8 8z" />,
  () => <path d="m8 1 2.1 4.6 5 .6-3.7 3.4 1 4.9L8 12l-4.4 2.5 1-4.9L.9 6.2l5-.6z" />,
  () => <path d="M4.2 1.6h7.6L15.6 8l-3.8 6.4H4.2L.4 8z" />,
];

export function seatColour(seat: number): string {
  return `var(--p${(seat % SHAPES.length) + 1})`;
}

export function Shape({ seat, name }: { readonly seat: number; readonly name?: string }): ReactNode {
  const spoken = name === undefined ? ({ "aria-hidden": true } as const) : { role: "img", "aria-label": name };
  return (
    <span className="shape" {...spoken}>
      <svg viewBox="0 0 16 16" fill={seatColour(seat)} aria-hidden="true">
        {SHAPES[seat % SHAPES.length]?.()}
      </svg>
    </span>
  );
}
