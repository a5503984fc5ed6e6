/** Signs of one's account. Only here: the icons of all pages are loaded by everybody. */
import type { ReactNode } from "react";
import { Drawing } from "../../ui/Icon";

const SIGNS = {
  key: "M11 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM11 12h10v4M17 12v3",
  phone: "M8 3h8q1 0 1 1v16q0 1-1 1H8q-1 0-1-1V4q0-1 1-1zM11 18h2",
  desktop: "M4 5h16v11H4zM9 20h6M12 16v4",
  seal: "M12 3l7 3v5q0 7-7 10-7-3-7-10V6zM9 12l2 2 4-4",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  save: "M12 3v12M7 10l5 5 5-5M4 20h16",
  pencil: "M4 20l1-5L16.5 3.5l4 4L9 19zM14 6l4 4",
} as const;

export function Sign({ name, size = 22 }: { readonly name: keyof typeof SIGNS; readonly size?: number }): ReactNode {
  return (
    <Drawing size={size}>
      <path d={SIGNS[name]} />
    </Drawing>
  );
}
