/** Any card of a deck, face up: an animal, a rat, a pedigree or money. */
import type { ReactNode } from "react";
import type { Animal as Species, DividingView, Kind } from "../../../protocol/types";
import { Animal } from "../../kuhhandel/cards/Animal";
import { MoneyCard } from "../../kuhhandel/cards/MoneyCard";
import { Pedigree } from "./Pedigree";
import type { CardSize } from "../../kuhhandel/values";

export type DeckCard = NonNullable<DividingView["card"]>;

const PEDIGREE = "pedigree:";

export function Drawn({ card, size = "xl" }: { readonly card: DeckCard; readonly size?: CardSize }): ReactNode {
  if (typeof card === "number") return <MoneyCard value={card} size={size} />;
  if (card.startsWith(PEDIGREE)) return <Pedigree animal={card.slice(PEDIGREE.length) as Species} size={size} />;
  return <Animal animal={card as Kind} size={size} />;
}
