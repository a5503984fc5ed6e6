/** One's own animals on the hill: each walks there when it is bought, and says something when it is tapped. They only show. */
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useTable } from "../../../model/table/context";
import { paced } from "../../../model/table/preferences";
import { useVariant } from "../variant";
import { kuhhandelView } from "../view";
import { bob, type Grazer, grazing, walk } from "./pasture";
import "./Pasture.css";

const WALKS = 1200;
const BOBS = 900;
/** How long an animal stands still, on average. */
const STANDS = 5500;

const keyOf = ({ animal, number }: Grazer): string => `${animal}-${number}`;

interface Props {
  readonly onSound: (sound: string) => void;
}

export function Pasture({ onSound }: Props): ReactNode {
  const { kinds, unwanted } = useVariant();
  const herd = useTable((state) => (state.you === null ? undefined : kuhhandelView(state.view)?.seats[state.you]?.herd));
  const all = useMemo(() => (herd === undefined ? [] : grazing(herd, kinds.filter((kind) => kind !== unwanted))), [herd, kinds, unwanted]);
  const hill = useRef<HTMLDivElement>(null);
  const known = useRef<ReadonlySet<string> | null>(null);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = new Set(all.map(keyOf));
    const length = paced(WALKS);
    if (before === null || length === 0) return;
    for (const [place, one] of all.entries()) if (!before.has(keyOf(one))) hill.current?.children[place]?.animate(walk(one, innerWidth), length);
  }, [all]);
  useEffect(() => {
    const length = paced(BOBS);
    if (all.length === 0 || length === 0) return undefined;
    const timer = setInterval(() => {
      const place = Math.floor(Math.random() * all.length);
      const one = all[place];
      if (one !== undefined && !document.hidden) hill.current?.children[place]?.animate(bob(one), { duration: length, easing: "ease-in-out" });
    }, STANDS / all.length);
    return () => clearInterval(timer);
  }, [all]);
  useEffect(() => {
    // The stage lies over them: whoever means a button does not mean them.
    const tapped = ({ target, clientX, clientY }: PointerEvent): void => {
      if (target instanceof Element && target.closest("button, a, input, dialog, [role=button]") !== null) return;
      const found = document.elementsFromPoint(clientX, clientY).find((one) => one instanceof HTMLElement && one.dataset["grazer"] !== undefined);
      if (found instanceof HTMLElement) onSound(`cry.${found.dataset["grazer"]}`);
    };
    addEventListener("pointerdown", tapped);
    return () => removeEventListener("pointerdown", tapped);
  }, [onSound]);
  return (
    <div className="pasture" ref={hill} aria-hidden="true">
      {all.map((one) => (
        <img key={keyOf(one)} src={`/art/${one.animal}.svg`} alt="" data-grazer={one.animal} style={{ "--x": one.x, "--up": one.up, "--scale": one.scale } as CSSProperties} />
      ))}
    </div>
  );
}
