/** The sheet is filled row by row, unless somebody is in a hurry or does not like motion. */
import { useEffect, useState } from "react";

const FIRST = 600;
const EACH = 1400;

export function useFilling(rows: number): { readonly filled: number; readonly skip: () => void } {
  const [filled, setFilled] = useState(() => (matchMedia("(prefers-reduced-motion: reduce)").matches ? rows : 0));
  useEffect(() => {
    if (filled >= rows) return;
    const timer = setTimeout(() => setFilled(filled + 1), filled === 0 ? FIRST : EACH);
    return () => clearTimeout(timer);
  }, [filled, rows]);
  return { filled, skip: () => setFilled(rows) };
}
