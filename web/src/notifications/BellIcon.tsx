/** A bell. Only here: the icons of all pages are loaded by everybody. */
import type { ReactNode } from "react";

export function BellIcon({ rings }: { readonly rings: boolean }): ReactNode {
  return (
    <svg
      className="icon"
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill={rings ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4" />
    </svg>
  );
}
