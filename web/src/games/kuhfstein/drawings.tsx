/** The drawings of Kuhfstein: landscapes, their signs, and the tree. Each kind has its own colour, lightness and shape. */
import type { ReactNode } from "react";
import type { Bonus, Terrain } from "../../protocol/types";
import "./drawings.css";

export const TERRAINS: readonly Terrain[] = ["hay", "meadow", "wood", "lake", "house"];

function Bale({ x, y, r }: { readonly x: number; readonly y: number; readonly r: number }): ReactNode {
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse cy={r * 0.95} rx={r * 1.05} ry={r * 0.28} fill="#b98a1e" opacity=".5" />
      <circle r={r} fill="#e0a92b" />
      <circle r={r * 0.72} fill="none" stroke="#a8741a" strokeWidth={r * 0.14} />
      <circle r={r * 0.4} fill="none" stroke="#a8741a" strokeWidth={r * 0.14} />
    </g>
  );
}

function Flower({ x, y, fill }: { readonly x: number; readonly y: number; readonly fill: string }): ReactNode {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M0 0v8" stroke="#4f8a34" strokeWidth="2" />
      <path d="M0-7a3 3 0 1 1 3.8 2.8A3 3 0 1 1 2.4 3.2a3 3 0 1 1-4.8 0A3 3 0 1 1-3.8-4.200 3 3 0 1 1 0-7z" fill={fill} />
      <circle r="2.4" fill="#f2b632" />
    </g>
  );
}

function Fir({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }): ReactNode {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <rect x="-3" y="16" width="6" height="9" fill="#5b3a1e" />
      <path d="M0-26 14-4H8l10 14h-7l9 12h-40l9-12h-7L-8-4h-6z" fill="#2c6a3a" />
      <path d="M0-26 14-4H8l10 14h-7l9 12H0z" fill="#1f5230" />
    </g>
  );
}

const LANDS: Readonly<Record<Terrain, () => ReactNode>> = {
  hay: () => (
    <>
      <path d="M0 0h100v100H0z" fill="#f2cd58" />
      <path d="M-10 30 110 6M-10 50 110 26M-10 70 110 46M-10 90 110 66M-10 110 110 86" stroke="#dcae34" strokeWidth="5" />
      <Bale x={30} y={62} r={14} />
      <Bale x={68} y={44} r={12} />
      <Bale x={64} y={78} r={15} />
    </>
  ),
  meadow: () => (
    <>
      <path d="M0 0h100v100H0z" fill="#a9d86f" />
      <path d="M0 34q26-14 54 0t46-4v26q-30 12-54 0T0 62z" fill="#98cb5c" />
      <Flower x={24} y={26} fill="#fff" />
      <Flower x={66} y={22} fill="#f7a8c4" />
      <Flower x={44} y={52} fill="#fff6c9" />
      <Flower x={80} y={58} fill="#fff" />
      <Flower x={20} y={74} fill="#f7a8c4" />
      <Flower x={60} y={82} fill="#fff" />
    </>
  ),
  wood: () => (
    <>
      <path d="M0 0h100v100H0z" fill="#4f9150" />
      <path d="M0 70q50-20 100 0v30H0z" fill="#437f46" />
      <Fir x={28} y={34} size={0.95} />
      <Fir x={72} y={30} size={0.9} />
      <Fir x={50} y={52} size={1.08} />
      <Fir x={22} y={76} size={0.9} />
      <Fir x={78} y={76} size={0.95} />
    </>
  ),
  lake: () => (
    <>
      <path d="M0 0h100v100H0z" fill="#8cc765" />
      <path d="M10 24Q34 2 62 12t30 34q4 34-24 42T16 78Q-4 46 10 24z" fill="#dcd19a" />
      <path d="M16 28Q36 10 60 18t26 30q2 28-22 34T22 72Q8 48 16 28z" fill="#4aa3d8" />
      <path d="M30 40q8-4 16 0t16 0M26 58q8-4 16 0t16 0 14 0" stroke="#d7effb" strokeWidth="3.4" fill="none" strokeLinecap="round" />
      <path d="M78 80V62M84 82V66M72 82V68" stroke="#3b7a3d" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  house: () => (
    <>
      <path d="M0 0h100v100H0z" fill="#b9d67c" />
      <path d="M40 100q4-24 14-30h8q-2 16 6 30z" fill="#e6d2a0" />
      <rect x="24" y="44" width="52" height="32" rx="2" fill="#fbeed4" />
      <path d="M24 44h52v12H24z" fill="#a8713f" />
      <rect x="68" y="20" width="8" height="14" fill="#7a4a2a" />
      <path d="m50 14 40 32-7 6-33-26-33 26-7-6z" fill="#b3372a" />
      <path d="m50 14 40 32-7 6-33-26z" fill="#8c2418" />
      <rect x="45" y="58" width="12" height="18" fill="#6b4223" />
      <path d="M30 60h9v9h-9zM63 60h9v9h-9z" fill="#7cc0e6" />
    </>
  ),
};

const SIGNS: Readonly<Record<Terrain | "any", () => ReactNode>> = {
  hay: () => <path d="M12 4a8 8 0 1 0 .01 0zm0 4.500a3.500 3.500 0 1 0 .01 0z" fill="none" stroke="#7a5200" strokeWidth="2.5" />,
  meadow: () => (
    <>
      <g fill="#fff" stroke="#3d6b1f" strokeWidth="1.4">
        <circle cx="12" cy="6.500" r="3.6" />
        <circle cx="17.500" cy="11" r="3.6" />
        <circle cx="15.400" cy="17" r="3.6" />
        <circle cx="8.600" cy="17" r="3.6" />
        <circle cx="6.500" cy="11" r="3.6" />
      </g>
      <circle cx="12" cy="12" r="3" fill="#f2b632" />
    </>
  ),
  wood: () => <path d="M12 2 19 12h-3l5 8h-7.500v3h-3v-3H3l5-8H5z" fill="#d9f2c8" />,
  lake: () => <path d="M3 9q4.500-4 9 0t9 0M3 16q4.500-4 9 0t9 0" stroke="#fff" strokeWidth="2.8" fill="none" strokeLinecap="round" />,
  house: () => (
    <>
      <path d="m12 3 10 9h-3v9H5v-9H2z" fill="#fff6e3" />
      <path d="M10 14h4v7h-4z" fill="#8c2418" />
    </>
  ),
  // A star: a plus is a free place in the landscape.
  any: () => <path d="M12 5.500v13M6.400 8.700l11.200 6.600M17.600 8.700 6.400 15.300" stroke="#fff8e8" strokeWidth="2.6" strokeLinecap="round" opacity=".85" />,
};

/** All drawings once; wherever they are shown, they are only referred to. */
export function Drawings(): ReactNode {
  return (
    <svg className="land-drawings" width="0" height="0" aria-hidden="true">
      {TERRAINS.map((terrain) => (
        <symbol key={terrain} id={`land-${terrain}`} viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice">
          {LANDS[terrain]()}
        </symbol>
      ))}
      {([...TERRAINS, "any"] as const).map((sign) => (
        <symbol key={sign} id={`sign-${sign}`} viewBox="0 0 24 24">
          {SIGNS[sign]()}
        </symbol>
      ))}
      <symbol id="land-tree" viewBox="0 0 64 72">
        <ellipse cx="32" cy="67" rx="15" ry="4" fill="#1d2b10" opacity=".35" />
        <path d="M28 40h8l2 27H26z" fill="#7a4f2a" />
        <path d="M32 46l8-9M32 52l-8-8" stroke="#7a4f2a" strokeWidth="3.4" />
        <path d="M32 3q10 0 13 8 12 1 12 13 0 7-5 10-2 12-14 11-6 5-12 0-12 1-14-11-5-3-5-10 0-12 12-13 3-8 13-8z" fill="#4d9a3f" />
        <path d="M32 3q10 0 13 8 12 1 12 13 0 7-5 10-2 12-14 11-4 3-7 2 9-9 8-22T32 3z" fill="#3b8135" />
        <path d="M20 18q4-6 10-6M16 28q2-4 5-5M34 24q5-3 9 0" stroke="#86c66b" strokeWidth="3" fill="none" strokeLinecap="round" />
      </symbol>
    </svg>
  );
}

export function TileArt({ terrain }: { readonly terrain: Terrain }): ReactNode {
  return (
    <svg className="tile-art" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <use href={`#land-${terrain}`} />
    </svg>
  );
}

/** The colour of a landscape; without one, of a cell that may be anything. */
export const ground = (terrain: Terrain | null): string => `var(--l-${terrain ?? "any"})`;

/** The sign of a landscape, for where a drawing would be too small; without one, a cell that may be anything. */
export function Sign({ terrain }: { readonly terrain: Terrain | null }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#sign-${terrain ?? "any"}`} />
    </svg>
  );
}

export function Tree(): ReactNode {
  return (
    <svg className="tree-art" viewBox="0 0 64 72" aria-hidden="true">
      <use href="#land-tree" />
    </svg>
  );
}

export function Cow(): ReactNode {
  return (
    <span className="cow" aria-hidden="true">
      <img src="/art/cow.svg" alt="" />
    </span>
  );
}

export function BonusArt({ bonus }: { readonly bonus: Bonus }): ReactNode {
  switch (bonus) {
    case "cow":
      return <img src="/art/cow-face.svg" alt="" />;
    case "extra_action":
      return <b>+1</b>;
    case "place_tile":
      return (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <rect x="4" y="4" width="16" height="16" rx="3" fill="#6fae4a" stroke="#2a2016" strokeWidth="2" />
        </svg>
      );
    case "take_card":
      return (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <rect x="6" y="3" width="12" height="18" rx="2.5" fill="#fff" stroke="#2a2016" strokeWidth="2" />
          <path d="M9 8h3v3H9zM12 11h3v3h-3z" fill="#b9512f" />
        </svg>
      );
    case "all_cows_back":
      return (
        <svg viewBox="0 0 24 24" fill="none" stroke="#2a2016" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
          <path d="M9 6 4 11l5 5M5 11h9q6 0 6 7" />
        </svg>
      );
  }
}
