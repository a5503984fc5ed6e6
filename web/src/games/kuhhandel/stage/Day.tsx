/** The sky over the market: it gets later as the deck runs out. Each sky is drawn over the one before it. */
import type { ReactNode } from "react";
import { useTable } from "../../../model/table/context";
import { HILLS, MOUNTAINS } from "../../../ui/alp";
import { kuhhandelView } from "../view";
import { SKIES, type Sky as SkyName, skyAt } from "./skies";
import "./Day.css";

/** Where sun or moon stand. */
const LIGHTS: Readonly<Record<SkyName, readonly [x: number, y: number]>> = { noon: [640, 76], afternoon: [790, 190], evening: [560, 318], night: [730, 120] };
const STARS = [[90, 60], [210, 120], [330, 40], [480, 90], [560, 150], [660, 50], [810, 70], [880, 170], [980, 60], [1120, 110], [1230, 50]] as const;
/** Windows of huts. */
const LAMPS = [[470, 392], [492, 396], [806, 402], [210, 420], [1080, 404]] as const;

function Sky({ name }: { readonly name: SkyName }): ReactNode {
  const [x, y] = LIGHTS[name];
  return (
    <svg className={`sky sky-${name}`} viewBox="0 0 1280 800" preserveAspectRatio="xMidYMin slice" aria-hidden="true" data-sky={name}>
      <linearGradient id={`sky-${name}`} x2="0" y2="1">
        <stop stopColor="var(--from)" />
        <stop offset="1" stopColor="var(--to)" />
      </linearGradient>
      <rect width="1280" height="470" fill={`url(#sky-${name})`} />
      {name === "night" && STARS.map(([left, top]) => <circle key={left} cx={left} cy={top} r="2" fill="#fff8e8" />)}
      <circle cx={x} cy={y} r="74" fill="var(--light)" opacity=".25" />
      <circle cx={x} cy={y} r="46" fill="var(--light)" />
      <path d={MOUNTAINS} fill="var(--rock)" />
      {HILLS.map((hill, place) => (
        <path key={hill} d={hill} fill={`var(--meadow-${place})`} />
      ))}
      {(name === "evening" || name === "night") && LAMPS.map(([left, top]) => <circle key={left} cx={left} cy={top} r="4" fill="#ffd765" />)}
    </svg>
  );
}

export function Day(): ReactNode {
  const now = useTable((state) => skyAt(kuhhandelView(state.view)?.deck));
  // What is covered after four seconds is not drawn any more but for the one below.
  return SKIES.map(([name], place) => (place === now || place === now - 1) && <Sky key={name} name={name} />);
}
