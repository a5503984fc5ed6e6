/** Little figures to the rules of Kuhfstein. What they show, the caption says. */
import type { ReactNode } from "react";
import { Drawings } from "../drawings";
import type { Terrain } from "../../../protocol/types";
import "./RuleFigure.css";

type Ground = Terrain | "any";

interface Spot {
  readonly at: readonly [row: number, column: number];
  readonly ground: Ground;
  readonly cow?: boolean;
}

const SIZE = 40;
const GAP = 4;
const STEP = SIZE + GAP;

function Cell({ at: [row, column], ground, cow = false }: Spot): ReactNode {
  return (
    <g transform={`translate(${column * STEP} ${row * STEP})`}>
      <rect width={SIZE} height={SIZE} rx="6" fill={`var(--l-${ground})`} />
      <use href={`#sign-${ground}`} x="8" y="8" width="24" height="24" />
      {cow && <image href="/art/cow.svg" x="3" y="3" width="34" height="34" />}
    </g>
  );
}

interface PatchProps {
  readonly x: number;
  readonly y?: number;
  readonly spots: readonly Spot[];
  /** Right, wrong, or nothing to be judged. */
  readonly good?: boolean;
  readonly children?: ReactNode;
}

function Patch({ x, y = 6, spots, good, children }: PatchProps): ReactNode {
  const low = Math.max(...spots.map(({ at }) => at[0])) * STEP + SIZE;
  const wide = Math.max(...spots.map(({ at }) => at[1])) * STEP + SIZE;
  return (
    <g transform={`translate(${x} ${y})`}>
      {spots.map((spot) => (
        <Cell key={spot.at.join()} {...spot} />
      ))}
      {children}
      {good !== undefined && (
        <path
          className={good ? "figure-good" : "figure-bad"}
          transform={`translate(${wide / 2 - 12} ${low + 6})`}
          d={good ? "m4 12 6 6L20 6" : "M5 5 19 19M19 5 5 19"}
        />
      )}
    </g>
  );
}

/** Read a patch from rows of letters, as card files have them; a small letter has a cow. */
function spots(rows: readonly string[]): readonly Spot[] {
  const grounds: Readonly<Record<string, Ground>> = { h: "hay", m: "meadow", w: "wood", l: "lake", b: "house", "?": "any" };
  return rows.flatMap((row, down) =>
    Array.from(row).flatMap((letter, right): Spot[] => {
      const ground = grounds[letter.toLowerCase()];
      return ground === undefined ? [] : [{ at: [down, right], ground, cow: letter !== letter.toUpperCase() }];
    }),
  );
}

const Tree = (): ReactNode => <use href="#land-tree" x="24" y="20" width="36" height="40" />;
const [WIDE, HIGH] = [100, 122];

function Trees(): ReactNode {
  return (
    <>
      <Patch x={8} spots={spots(["HH", "HH"])} good>
        <Tree />
      </Patch>
      <Patch x={8 + WIDE + 16} spots={spots(["HM", "WL"])} good>
        <Tree />
      </Patch>
      <Patch x={8 + 2 * (WIDE + 16)} spots={spots(["HM", "WH"])} good={false} />
    </>
  );
}

function Pattern(): ReactNode {
  return (
    <>
      <rect className="figure-card" x="2" y="2" width="108" height="162" rx="8" />
      <Patch x={14} y={12} spots={spots(["L.", "H.", "??"])} />
      <circle className="figure-points" cx="90" cy="26" r="15" />
      <text className="figure-number" x="90" y="31.500">
        8
      </text>
      <Patch x={136} y={12} spots={spots(["lM", "hB", "MW"])} good />
      <Patch x={248} y={12} spots={spots(["Mhl", "WBM"])} good />
      <Patch x={404} y={12} spots={spots(["ML", "BH", "WM"])} good={false} />
    </>
  );
}

function Herds(): ReactNode {
  return (
    <Patch x={8} spots={spots(["mwLH", "lhMb", "WMBM"])}>
      <path className="figure-herd" d="M-3-3H87V87H-3z" />
      <path className="figure-herd" d="M129 41H175V87H129z" />
    </Patch>
  );
}

const LONG = 520;
const place = (points: number): number => 14 + (points * (LONG - 28)) / 65;

function Track(): ReactNode {
  const fields: readonly (readonly [number, ReactNode])[] = [
    [13, <image key="cow" href="/art/cow-face.svg" x="-11" y="-11" width="22" height="22" />],
    [26, <text key="more" className="figure-number" y="5.500">+1</text>],
    [39, <image key="cow" href="/art/cow-face.svg" x="-11" y="-11" width="22" height="22" />],
    [52, <path key="back" className="figure-back" d="M-7 0h10a4 4 0 0 1 0 8M-7 0l5-5M-7 0l5 5" />],
  ];
  return (
    <>
      <rect className="figure-rail" x="2" y="26" width={LONG - 4} height="18" rx="9" />
      {[0, 10, 20, 30, 40, 50, 60, 65].map((points) => (
        <g key={points} transform={`translate(${place(points)} 35)`}>
          <circle r="3.500" fill="#fff8e8" />
          <text className="figure-tick" y="28">
            {points}
          </text>
        </g>
      ))}
      {fields.map(([points, sign]) => (
        <g key={points} transform={`translate(${place(points)} 35)`}>
          <rect className="figure-card" x="-16" y="-16" width="32" height="32" rx="7" />
          {sign}
        </g>
      ))}
    </>
  );
}

const FIGURES: Readonly<Record<string, readonly [width: number, height: number, drawn: () => ReactNode]>> = {
  box: [6 * STEP + 12, SIZE + 12, () => <Patch x={8} spots={spots(["HMWLB?"])} />],
  trees: [3 * WIDE + 40, HIGH, Trees],
  patterns: [504, 172, Pattern],
  herds: [4 * STEP + 12, 3 * STEP + 12, Herds],
  track: [LONG, 72, Track],
};

/** The drawings are put on the page once, with the first figure. */
const FIRST = Object.keys(FIGURES)[0];

interface Props {
  readonly chapter: string;
  readonly caption: string | undefined;
}

export function RuleFigure({ chapter, caption }: Props): ReactNode {
  const figure = FIGURES[chapter];
  if (figure === undefined || caption === undefined) return null;
  const [width, height, Drawn] = figure;
  return (
    <figure className="book-figure">
      {chapter === FIRST && <Drawings />}
      <svg viewBox={`0 0 ${width} ${height}`} style={{ width, maxWidth: "100%" }} aria-hidden="true">
        <Drawn />
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
