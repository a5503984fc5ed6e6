/** Where things are on the screen just now. All of it is measured in one go. */
import type { Box, Places } from "./choreography";

/** A herd that scrolls or is hidden in part still has its place at the seat. */
export function measured(seats: number, own: number | null): Places | null {
  const main = document.querySelector<HTMLElement>(".stage");
  // A television draws the stage larger than usual, and the actors with it.
  const scale = Number(main?.dataset["scale"] ?? 1);
  const boxed = (element: Element | null | undefined): Box | null => {
    const rect = element?.getBoundingClientRect();
    if (rect === undefined || rect.width === 0) return null;
    return { x: (rect.left + rect.width / 2) / scale, y: (rect.top + rect.height / 2) / scale, w: rect.width / scale, h: rect.height / scale };
  };
  const stage = boxed(main);
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
