/** What the cards show, in the order of their worth. */
import type { Animal } from "../../protocol/types";

/** Points of a quartet, as printed on the card. */
export const VALUE: Readonly<Record<Animal, number>> = {
  rooster: 10,
  goose: 40,
  cat: 90,
  dog: 160,
  sheep: 250,
  goat: 350,
  donkey: 500,
  pig: 650,
  cow: 800,
  horse: 1000,
};

export const ANIMALS = Object.keys(VALUE) as readonly Animal[];

export const DENOMINATIONS = [0, 10, 50, 100, 200, 500] as const;

export type CardSize = "xs" | "s" | "m" | "l" | "xl";
