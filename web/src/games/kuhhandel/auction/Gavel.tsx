/** The hammer of the auctioneer. */
import type { ReactNode } from "react";

export function Gavel(): ReactNode {
  return (
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <g transform="rotate(-38 30 26)">
          <rect x="14" y="8" width="32" height="20" rx="4" fill="var(--wood-2)" />
          <rect x="14" y="8" width="32" height="7" rx="3.5" fill="var(--wood-1)" />
          <rect x="17" y="8" width="3.5" height="20" fill="var(--gold)" />
          <rect x="39.5" y="8" width="3.5" height="20" fill="var(--gold)" />
          <rect x="27" y="27" width="6" height="34" rx="3" fill="var(--wood-3)" />
        </g>
        <rect x="6" y="54" width="30" height="7" rx="3" fill="var(--wood-2)" />
      </svg>
  );
}
