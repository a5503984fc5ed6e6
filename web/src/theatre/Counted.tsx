/** A number that counts up or down to what it has become. Only what is drawn counts: what is read is right at once. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { paced } from "../model/table/preferences";

const LASTS = 450;

export function Counted({ value, step = 1 }: { readonly value: number; readonly step?: number }): ReactNode {
  const [drawn, setDrawn] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    const from = latest.current;
    const length = paced(LASTS);
    if (from === value) return undefined;
    let frame = 0;
    let begun: number | null = null;
    const draw = (now: number): void => {
      begun ??= now;
      const part = length === 0 ? 1 : Math.min(1, (now - begun) / length);
      latest.current = part === 1 ? value : from + Math.round(((value - from) * part) / step) * step;
      setDrawn(latest.current);
      if (part < 1) frame = requestAnimationFrame(draw);
    };
    if (length === 0) draw(0);
    else frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [value, step]);
  return (
    <>
      <span aria-hidden="true" data-drawn={drawn} />
      <span className="visually-hidden">{value}</span>
    </>
  );
}
