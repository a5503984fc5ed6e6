/** Where things are on the screen just now. All of it is measured in one go. */
import type { Box, Places } from "./choreography";

function boxed(element: Element | null | undefined): Box | null {
  const rect = element?.getBoundingClientRect();
  if (rect === undefined || rect.width === 0) return null;
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2, w: rect.width, h: rect.height };
}

/** A herd that scrolls or is hidden in part still has its place at the seat. */
export function measured(seats: number, own: number | null): Places | null {
  const stage = boxed(document.querySelector(".stage"));
  if (stage === null) return null;
  const nowhere = { ...stage, w: 0, h: 0 };
  const all = Array.from({ length: seats }, (_, seat) => document.querySelector(`[data-seat="${seat}"]`));
  const within = (names: string): readonly Box[] => all.map((seat) => boxed(seat?.querySelector(names)) ?? boxed(seat) ?? nowhere);
  const lot = boxed(document.querySelector(".stage .lot")) ?? { ...stage, w: 110, h: 154 };
  return {
    stage,
    lot,
    pot: boxed(document.querySelector(".stage .pot .backs")) ?? lot,
    purses: within(".purse, .cash, .own-money b"),
    herds: within(".herd-cards"),
    own,
  };
}
