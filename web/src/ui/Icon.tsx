/** Line icons in the colour of the text around them. They say nothing: a name stands beside them. */
import type { ReactNode } from "react";
import "./Icon.css";

/** Made anew wherever one is shown: an element that is kept keeps the page that it was in. */
const ICONS = {
  menu: () => <path d="M3 6h18M3 12h18M3 18h18" />,
  sound: () => (
    <>
      <path d="M4 9v6h4l5 4V5L8 9z" />
      <path d="M16 9q2 3 0 6M19 6.5q4 5.5 0 11" />
    </>
  ),
  help: () => (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.5 9.5q0-2.5 2.5-2.5t2.5 2.3q0 1.5-1.5 2.2-1 .6-1 2M12 16.8v.4" />
    </>
  ),
  gear: () => (
    <>
      <circle cx="12" cy="12" r="3.2" />
      <path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1" />
    </>
  ),
  log: () => <path d="M5 5h14M5 10h14M5 15h9M5 20h6" />,
  deck: () => (
    <>
      <rect x="5" y="4" width="10" height="14" rx="2" />
      <path d="M18 7v13H9" />
    </>
  ),
  coin: () => (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 8v8M9.5 10h4q1.5 0 1.5 1.5T13.5 13h-3" />
    </>
  ),
  wifi: () => <path d="M4 10q8-7 16 0M7 13.5q5-4.5 10 0M10 17q2-2 4 0" />,
  hand: () => <path d="M8 12V5.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V6a1.5 1.5 0 0 1 3 0v9q0 6-6 6-4 0-5.5-3.5L4 14q1.5-2 4 .5z" />,
  check: () => <path d="m5 12.5 4.5 4.5L19 7" />,
  x: () => <path d="M6 6l12 12M18 6 6 18" />,
  lock: () => (
    <>
      <rect x="5" y="11" width="14" height="9" rx="2" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>
  ),
  eyeoff: () => (
    <>
      <path d="M3 12q9-12 18 0-9 12-18 0zM4 4l16 16" />
      <circle cx="12" cy="12" r="2.5" />
    </>
  ),
  swap: () => <path d="M4 8h14l-4-4M20 16H6l4 4" />,
  chat: () => <path d="M4 5h16v11H10l-5 4v-4H4z" />,
  left: () => <path d="m14 5-7 7 7 7" />,
  rot: () => <path d="M19 12a7 7 0 1 1-2.5-5.4M19 3v4.5h-4.5" />,
  undo: () => <path d="M9 6 4 11l5 5M5 11h9q6 0 6 7" />,
  mute: () => (
    <>
      <path d="M4 9v6h4l5 4V5L8 9z" />
      <path d="m16.5 9.5 5 5M21.5 9.5l-5 5" />
    </>
  ),
  pause: () => <path d="M8 5v14M16 5v14" />,
  play: () => <path d="M7 4.5 19 12 7 19.5z" />,
  door: () => <path d="M10 4H5v16h5M14 8l4 4-4 4M18 12H9" />,
  robot: () => (
    <>
      <rect x="5" y="8" width="14" height="11" rx="2.5" />
      <path d="M12 8V4M9 13v.5M15 13v.5M2.5 13v3M21.5 13v3" />
    </>
  ),
  eye: () => (
    <>
      <path d="M3 12q9-12 18 0-9 12-18 0z" />
      <circle cx="12" cy="12" r="2.5" />
    </>
  ),
  nowifi: () => <path d="M4 10q8-7 16 0M7 13.5q5-4.5 10 0M10 17q2-2 4 0M4 4l16 16" />,
  hourglass: () => <path d="M7 4h10M7 20h10M8.5 4c0 7 7 9 7 16M15.5 4c0 7-7 9-7 16" />,
  share: () => (
    <>
      <circle cx="6" cy="12" r="2.5" />
      <circle cx="18" cy="6" r="2.5" />
      <circle cx="18" cy="18" r="2.5" />
      <path d="m8.5 11 7-4M8.5 13l7 4" />
    </>
  ),
  copy: () => (
    <>
      <rect x="9" y="9" width="11" height="11" rx="2" />
      <path d="M15 9V6q0-2-2-2H6Q4 4 4 6v7q0 2 2 2h3" />
    </>
  ),
  plus: () => <path d="M12 5v14M5 12h14" />,
  fast: () => <path d="m5 6 6 6-6 6M13 6l6 6-6 6" />,
  flag: () => <path d="M5 21V4h13l-3 4.5 3 4.5H5" />,
  smile: () => (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M8.5 14.5q3.5 3.5 7 0M9 9.5v.4M15 9.5v.4" />
    </>
  ),
  send: () => <path d="M4 12h14M12 6l6 6-6 6" />,
} as const satisfies Record<string, () => ReactNode>;

export type IconName = keyof typeof ICONS;

/** Lines on a field of 24 by 24, in the colour of the words beside them. */
export function Drawing({ size, children }: { readonly size: number; readonly children: ReactNode }): ReactNode {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return <Drawing size={size}>{ICONS[name]()}</Drawing>;
}
