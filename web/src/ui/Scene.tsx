/** The alp behind every page, by day and by night. */
import type { ReactNode } from "react";
import { HILLS, MOUNTAINS } from "./alp";
import "./Scene.css";

export function Scene(): ReactNode {
  return (
    <div className="scene">
      <svg viewBox="0 0 1280 800" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        <defs>
          <linearGradient id="sk" x2="0" y2="1">
            <stop stopColor="var(--sky-1)" />
            <stop offset="1" stopColor="var(--sky-2)" />
          </linearGradient>
          <linearGradient id="hn" x2="0" y2="1">
            <stop stopColor="var(--hill-3)" />
            <stop offset="1" stopColor="var(--hill-4)" />
          </linearGradient>
        </defs>
        <rect width="1280" height="420" fill="url(#sk)" />
        <circle cx="1040" cy="92" r="46" fill="var(--sun)" />
        <circle cx="1040" cy="92" r="74" fill="var(--sun)" opacity=".25" />
        <g fill="var(--snow)" opacity=".55">
          <path d="M170 96q10-26 38-20 14-28 46-16 34-8 38 22 26 2 24 22H160q-10-10 10-8z" />
          <path d="M700 70q8-20 30-16 12-22 36-12 26-6 30 17 20 2 18 17H694q-8-7 6-6z" />
        </g>
        <path d={MOUNTAINS} fill="var(--mount-2)" />
        <path d="m150 150 44 46-30-8-16 22-22-20-24 14zM820 122l46 50-30-10-18 24-24-20-24 18zM290 176l32 34-24-6-14 14-14-16-14 8z" fill="var(--snow)" />
        <path d="M-20 380Q160 270 360 340T760 320t540 40V480H-20z" fill="var(--mount-1)" opacity=".55" />
        <path d={HILLS[0]} fill="var(--hill-1)" />
        <path d={HILLS[1]} fill="var(--hill-2)" />
        <path d={HILLS[2]} fill="url(#hn)" />
        <g fill="var(--hill-4)" opacity=".55">
          <path d="M70 392l14-34 14 34zM96 400l12-28 12 28zM1150 372l14-36 14 36zM1182 382l12-30 12 30zM1210 376l13-32 13 32z" />
        </g>
      </svg>
    </div>
  );
}
