/** What the help has to say, by phase and by one's part in it. Its words come only when they are wanted. */
import { useEffect, useState } from "react";
import { type Args, Catalogue, type Language } from "../i18n/catalogue";
import { useTexts } from "../i18n/text";
import type { PhaseView } from "../protocol/types";
import type en from "./help.en.json";

type Book = typeof en;
export type Situation = keyof Book["help"]["now"];

/** Tell what somebody is in the phase that goes on; where the deck is divided, nobody auctions. */
export function situation(phase: PhaseView, you: number | null, divides: boolean): Situation {
  switch (phase.phase) {
    case "turn": {
      const part = phase.seat === you ? "own" : "onlooker";
      return divides ? `turn_two_${part}` : `turn_${part}`;
    }
    case "bidding":
      if (you === null) return "bidding_onlooker";
      if (phase.auctioneer === you) return "bidding_auctioneer";
      if (phase.barred.includes(you)) return "bidding_barred";
      if (phase.high?.seat === you) return "bidding_leader";
      return phase.passed.includes(you) ? "bidding_passed" : "bidding_bidder";
    case "preemption":
      if (phase.auctioneer === you) return "preemption_auctioneer";
      return phase.high.seat === you ? "preemption_bidder" : "preemption_onlooker";
    case "payment":
      if (phase.payer === you) return "payment_payer";
      return phase.payee === you ? "payment_payee" : "payment_onlooker";
    case "offering":
    case "responding":
      if (phase.challenger === you) return `${phase.phase}_challenger`;
      return phase.challenged === you ? `${phase.phase}_challenged` : `${phase.phase}_onlooker`;
    case "countdown":
      if (you === null) return "countdown_onlooker";
      if (phase.auctioneer === you) return "countdown_auctioneer";
      return phase.barred.includes(you) ? "countdown_barred" : "countdown_slapper";
    case "pedigree_hammer":
      if (phase.auctioneer === you) return "pedigree_hammer_auctioneer";
      return phase.high.seat === you ? "pedigree_hammer_bidder" : "pedigree_hammer_onlooker";
    case "pedigree_payment":
      if (phase.payer === you) return "pedigree_payment_payer";
      return phase.payee === you ? "pedigree_payment_payee" : "pedigree_payment_onlooker";
    case "rat_round":
      return phase.polled === you ? "rat_round_asked" : "rat_round_onlooker";
    case "dividing":
    case "extra":
    case "covering":
      return phase.seat === you ? `${phase.phase}_own` : `${phase.phase}_onlooker`;
    case "ended":
    case "between":
      return phase.phase;
  }
}

/** Name the seats and sums of a phase for the texts about it. */
export function details(phase: PhaseView, name: (seat: number) => string): Args {
  switch (phase.phase) {
    case "turn":
    case "dividing":
    case "extra":
    case "covering":
      return { seat: name(phase.seat) };
    case "rat_round":
      return { seat: name(phase.polled) };
    case "bidding":
    case "countdown":
      return { seat: name(phase.auctioneer) };
    case "preemption":
    case "pedigree_hammer":
      return { seat: name(phase.auctioneer), bidder: name(phase.high.seat), amount: phase.high.amount };
    case "payment":
    case "pedigree_payment":
      return { seat: name(phase.payer), payee: name(phase.payee), price: phase.price };
    case "offering":
    case "responding":
      return { seat: name(phase.challenger), other: name(phase.challenged) };
    case "ended":
    case "between":
      return {};
  }
}

const BOOKS: Record<Language, () => Promise<{ default: Book }>> = {
  en: () => import("./help.en.json"),
  de: () => import("./help.de.json"),
  ru: () => import("./help.ru.json"),
};

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];
export type HelpKey = Paths<Book["help"]> | "rules.differ";

/** The words of the help in the language of the page; null until they are there. */
export function useHelpTexts(): ((key: HelpKey, args?: Args) => string) | null {
  const { language } = useTexts();
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  useEffect(() => {
    let wanted = true;
    void BOOKS[language]().then((book) => wanted && setCatalogue(new Catalogue(language, book.default)));
    return () => {
      wanted = false;
    };
  }, [language]);
  return catalogue && ((key, args) => catalogue.find(`help.${key}`, args) ?? key);
}
