/** The small landscapes behind the animals. */
import type { ReactNode } from "react";
import type { Kind } from "../../../protocol/types";

const SCENERY = {
  hill: () => (
    <>
      <path d="M0 62Q26 46 52 58T100 52V100H0z" fill="#9cc56f" />
      <path d="M0 78Q34 64 66 74T100 72V100H0z" fill="#7fb054" />
    </>
  ),
  yard: () => (
    <>
      <path d="M0 66H100V100H0z" fill="#d9b574" />
      <path d="M0 66q50-8 100 0v6q-50-8-100 0z" fill="#b98f4c" />
      <path
        d="M6 46v24M26 44v24M74 44v24M94 46v24M0 52h100M0 60h100"
        stroke="#a8763f"
        strokeWidth="3"
      />
    </>
  ),
  pond: () => (
    <>
      <path d="M0 60H100V100H0z" fill="#8fbe69" />
      <ellipse cx="58" cy="82" rx="52" ry="13" fill="#79b9dd" />
      <path d="M24 82q8-3 16 0M56 86q8-3 16 0" stroke="#e6f5fc" strokeWidth="2" fill="none" />
    </>
  ),
  alp: () => (
    <>
      <path d="M0 62 22 34 36 50 58 22 100 64V100H0z" fill="#a9bfc9" />
      <path d="m58 22 11 11-8-2-4 5-6-4z" fill="#fff" />
      <path d="M0 72Q40 58 100 70V100H0z" fill="#8cb964" />
    </>
  ),
  barn: () => (
    <>
      <path d="M10 66V40l18-14 18 14v26z" fill="#b5503d" />
      <path d="m6 42 22-17 22 17-3 4-19-14L9 46z" fill="#7d3023" />
      <path d="M22 66V50h12v16z" fill="#6b2a1f" />
      <path d="M0 64Q50 56 100 66V100H0z" fill="#8fbc62" />
    </>
  ),
} as const;

const BEHIND: Readonly<Record<Kind, keyof typeof SCENERY>> = {
  rooster: "yard",
  goose: "pond",
  cat: "barn",
  dog: "yard",
  sheep: "hill",
  goat: "alp",
  donkey: "hill",
  pig: "yard",
  cow: "alp",
  horse: "hill",
  rat: "barn",
};

export function Landscape({ animal }: { readonly animal: Kind }): ReactNode {
  return (
    <svg className="landscape" viewBox="0 0 100 100" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <circle cx="80" cy="22" r="11" fill="#ffe9a8" />
      {SCENERY[BEHIND[animal]]()}
    </svg>
  );
}
