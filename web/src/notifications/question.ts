/** What a table asks of somebody, in a few words, and how long they have. */
import { call } from "../net/http";
import type { Snapshot } from "../protocol/types";
import type { useTexts } from "./texts";

type Texts = ReturnType<typeof useTexts>;

const HOUR = 60;
const DAY = 24 * HOUR;

/** Phases of which there is more to say than that it is their turn; some share their words. */
const ASKS = {
  bidding: "bidding",
  countdown: "countdown",
  dividing: "dividing",
  envelopes: "envelopes",
  offering: "offering",
  payment: "payment",
  pedigree_hammer: "preemption",
  pedigree_payment: "payment",
  preemption: "preemption",
  rat_envelopes: "rat",
  rat_round: "rat",
  responding: "responding",
} as const;

export async function viewOf(table: string): Promise<Snapshot> {
  return call("GET /api/tables/{table}/view", null, { table });
}

/** Say what a table asks of a seat of it. */
export function asked({ party, view }: Pick<Snapshot, "party" | "view">, { t }: Pick<Texts, "t">): string {
  if (party.stage === "revealing") return t("notifications.asks.revealing");
  const { phase } = view;
  const animal = "lot" in phase ? phase.lot : "animal" in phase ? phase.animal : "";
  return t(`notifications.asks.${ASKS[phase.phase as keyof typeof ASKS] ?? "turn"}`, { animal: String(animal) });
}

/** How long it is until then, as people say it: "5 h", "1 day 14 h", "20 min". */
export function timeLeft(minutes: number, language: string): string {
  const said = (value: number, unit: string): string => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(value);
  const left = Math.max(0, Math.round(minutes));
  if (left < HOUR) return said(left, "minute");
  const days = Math.floor(left / DAY);
  const hours = Math.floor((left % DAY) / HOUR);
  // Beyond two days nobody counts hours.
  if (days >= 2 || (days > 0 && hours === 0)) return said(days, "day");
  return [...(days > 0 ? [said(days, "day")] : []), said(hours, "hour")].join(" ");
}
